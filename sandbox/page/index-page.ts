/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Service } from '../service';
import { BUTTON_GROUPS, type Button } from './buttons';
import { credentialWords } from '../credential';

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const row = (cells: string[]): string =>
	`<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const table = (rows: string[][]): string => `<table>${rows.map(row).join('\n')}</table>`;

/** The script of the page reads from its attributes which request to send. */
const button = ({ label, title, method, path, body }: Button): string =>
	`<button type="button" title="${escaped(title)}" data-method="${method}" data-path="${escaped(path)}"` +
	` data-body="${escaped(JSON.stringify(body ?? {}))}">${escaped(label)}</button>`;

const buttons = BUTTON_GROUPS.map(
	(group) => `<h3>${escaped(group.heading)}</h3><p>${group.buttons.map(button).join('\n')}</p>`,
).join('\n');

/** A table that the script of the page fills in. */
const live = (id: string, columns: string[]): string =>
	`<table class="live"><thead><tr>${columns.map((one) => `<th>${one}</th>`).join('')}</tr></thead>` +
	`<tbody id="${id}"></tbody></table>`;

/** The page at `/_sandbox`: buttons for faults, live requests and top-ups, and the credential. */
function indexPage(service: Service): string {
	const api = `${service.url}/api`;
	const credential = credentialWords(api).map(([label, value]) => [
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
<p id="at-work" role="status"></p>
<h2>Requests <small id="request-count"></small></h2>
${live('requests', ['Time', 'Request', 'Answer', 'Fault', 'Content'])}
<h2>Top-ups <small id="addition-count"></small></h2>
${live('additions', ['Time', 'Customer', 'Amount', 'Status', 'In the list', '_id', ''])}
<script src="/_sandbox/page.js"></script>
</body></html>
`;
}

const FILES = { 'page.css': 'text/css', 'page.js': 'text/javascript' };

/** Registers the page at `/_sandbox`, with its script and its style. */
export function registerPage(app: FastifyInstance, service: Service): void {
	app.get('/_sandbox', (_request, reply) =>
		reply.type('text/html; charset=utf-8').send(indexPage(service)),
	);
	for (const [name, type] of Object.entries(FILES)) {
		// Read at each request: the compiled sandbox of the benchmarks has no page.
		app.get(`/_sandbox/${name}`, async (_request, reply) =>
			reply.type(`${type}; charset=utf-8`).send(await readFile(join(__dirname, name), 'utf8')),
		);
	}
}
