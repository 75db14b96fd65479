/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { credentialWords } from '../credential';
import { viewAddition } from '../http/views';
import type { Addition } from '../model';
import type { Service } from '../service';
import { isFinal } from '../state/books';
import type { Fault } from '../state/faults';
import type { JournalEntry } from '../state/journal';
import { type Button, BUTTON_GROUPS, activeIn, nameOf } from './buttons';

const SHOWN = 50;

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const row = (cells: string[]): string => `<tr><td>${cells.join('</td><td>')}</td></tr>`;

const table = (rows: string[][]): string => `<table>${rows.map(row).join('\n')}</table>`;

const liveTable = (id: string, head: string[], rows: string[][]): string =>
	`<table class="live"><thead><tr><th>${head.join('</th><th>')}</th></tr></thead>` +
	`<tbody id="${id}">${rows.map(row).join('\n')}</tbody></table>`;

const marked = (text: string, isBad: boolean): string =>
	isBad ? `<span class="bad">${escaped(text)}</span>` : escaped(text);

/** The script of the page reads from its attributes which request to send. */
const button = ({ label, title, method, path, body }: Button): string =>
	`<button type="button" title="${escaped(title)}" data-method="${method}" data-path="${escaped(path)}"` +
	` data-body="${escaped(JSON.stringify(body ?? {}))}">${escaped(label)}</button>`;

const buttons = BUTTON_GROUPS.map(
	(group) => `<h3>${escaped(group.heading)}</h3><p>${group.buttons.map(button).join('\n')}</p>`,
).join('\n');

const time = (iso: string, length = 19): string => iso.replace('T', ' ').slice(0, length);

function requestCells(entry: JournalEntry, faults: Fault[]): string[] {
	const { at, method, path, status, query, body } = entry;
	const fired = entry.faults.map((id) => nameOf(faults.find((one) => one.id === id)));
	const asked = body ?? (Object.keys(query).length > 0 ? query : undefined);
	return [
		time(at),
		escaped(`${method} ${path}`),
		marked(String(status), typeof status !== 'number' || status >= 400),
		escaped(fired.join(', ')),
		escaped(JSON.stringify(asked) ?? ''),
	];
}

const settle = (label: string, id: string, status: string): string =>
	button({ label, title: '', method: 'POST', path: '/settle', body: { id, status } });

function additionCells(service: Service, addition: Addition): string[] {
	const { _id, createdAt, amount, currency, status, visible } = viewAddition(service, addition);
	const { name, taxId } = service.directory.customers.get(addition.customerId)!;
	return [
		time(createdAt),
		escaped(`${name} · ${taxId}`),
		`${amount} ${currency}`,
		marked(status, status === 'FAILED'),
		visible ? 'yes' : 'not yet',
		_id,
		isFinal(status) ? '' : settle('complete', _id, 'COMPLETED') + settle('fail', _id, 'FAILED'),
	];
}

/** What the page asks for every second, in HTML: what is active, the newest requests and top-ups. */
function livePart(service: Service): string {
	const { clock, journal, books } = service;
	const faults = service.faults.list();
	const requests = journal.entries();
	const newest = [...books.additions.values()].slice(-SHOWN).reverse();
	const active = activeIn(service).join('; ');
	return `<p id="at-work" role="status">${active && `Active: ${escaped(active)}`}</p>
<h2>Requests <small>${requests.length} in all. GMC’s clock shows ${time(clock.text(), 16)} UTC</small></h2>
${liveTable(
	'requests',
	['Time', 'Request', 'Answer', 'Fault', 'Content'],
	requests
		.slice(-SHOWN)
		.reverse()
		.map((entry) => requestCells(entry, faults)),
)}
<h2>Top-ups <small>${books.additions.size} in all</small></h2>
${liveTable(
	'additions',
	['Time', 'Customer', 'Amount', 'Status', 'In the list', '_id', ''],
	newest.map((one) => additionCells(service, one)),
)}`;
}

/** The page at `/_sandbox`: buttons for faults, live requests and top-ups, and the credential. */
function indexPage(service: Service): string {
	const credential = credentialWords(`${service.url}/api`).map(([label, value]) => [
		escaped(label),
		value ? `<code>${escaped(value)}</code>` : `<i>leave empty</i>`,
	]);
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>GMC sandbox</title>
<link rel="stylesheet" href="/_sandbox/page.css"></head><body>
<h1>GMC sandbox</h1>
<p>A GMC service on your own computer. No money moves, and everything here is made up.</p>
<details><summary>What to enter in n8n’s credential “GMC API”</summary>${table(credential)}</details>
<h2>Make things go wrong</h2>
${buttons}
<div id="live">${livePart(service)}</div>
<script src="/_sandbox/page.js"></script>
</body></html>
`;
}

const FILES = { 'page.css': 'text/css', 'page.js': 'text/javascript' };
const HTML = 'text/html; charset=utf-8';

/** Registers the page at `/_sandbox`, with its live part, its script and its style. */
export function registerPage(app: FastifyInstance, service: Service): void {
	for (const [path, content] of Object.entries({ '': indexPage, '/live': livePart })) {
		app.get(`/_sandbox${path}`, (_request, reply) => {
			service.catchUp();
			return reply.type(HTML).send(content(service));
		});
	}
	for (const [name, type] of Object.entries(FILES)) {
		// Read at each request, so that a change shows at once.
		app.get(`/_sandbox/${name}`, async (_request, reply) =>
			reply.type(`${type}; charset=utf-8`).send(await readFile(join(__dirname, name), 'utf8')),
		);
	}
}
