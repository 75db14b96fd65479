import { ENDPOINTS, routeOf } from '../contract/endpoints';
import type { AdminRoute } from '../http/admin-route';
import type { Language } from '../language';
import type { Service } from '../service';
import { BUTTON_GROUPS, type Button } from './buttons';
import { credentialWords } from './credential-words';
import { PORTUGUESE } from './portuguese';

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const row = (cells: string[]): string =>
	`<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const table = (rows: string[][]): string => `<table>${rows.map(row).join('\n')}</table>`;

/** Says something of the page in its language. */
type Say = (english: string) => string;

/** What the script says, which finds it at the page. */
const IN_SCRIPT = [
	'a fault',
	'at',
	'At work',
	'complete',
	'fail',
	'yes',
	'not yet',
	'so far; the clock shows',
	'additions',
	'The sandbox does not answer. Was it ended?',
];

/** As text, not yet as HTML. @throws Error when there is no Portuguese for it */
function textIn(language: Language): Say {
	return (english) => {
		const text = language === 'en' ? english : PORTUGUESE[english];
		if (text === undefined) throw new Error(`sandbox/page/portuguese.ts lacks: ${english}`);
		return text;
	};
}

/** What it asks of the sandbox stands in its attributes, where the script of the page finds it. */
const button = (say: Say, { label, title, method, path, body }: Button): string =>
	`<button type="button" title="${say(title)}" data-method="${method}" data-path="${escaped(path)}"` +
	` data-body="${escaped(JSON.stringify(body ?? {}))}">${say(label)}</button>`;

const buttons = (say: Say): string =>
	BUTTON_GROUPS.map(
		(group) =>
			`<h3>${say(group.heading)}</h3><p>${group.buttons.map((one) => button(say, one)).join('\n')}</p>`,
	).join('\n');

/** A table that the script of the page fills. */
const live = (id: string, columns: string[]): string =>
	`<table class="live"><thead><tr>${columns.map((one) => `<th>${one}</th>`).join('')}</tr></thead>` +
	`<tbody id="${id}"></tbody></table>`;

/** What can be asked of the sandbox, for those who would rather write a command. */
function addresses(say: Say, api: string, routes: AdminRoute[]): string {
	const endpoints = Object.values(ENDPOINTS).map((endpoint) => [
		`<code>${escaped(routeOf(endpoint))}</code>`,
		endpoint.summary,
	]);
	const own = routes.map(({ method, path, summary }) => {
		const text = `${method} /_sandbox${path}`;
		const linked = method === 'GET' ? `<a href="/_sandbox${path}">${text}</a>` : text;
		return [`<code>${linked}</code>`, escaped(summary)];
	});
	return `<details><summary>${say('All addresses')}</summary>
<h3>${say('The service, below')} <code>${escaped(api)}</code></h3>${table(endpoints)}
<h3>${say('The sandbox itself')}</h3>${table(own)}</details>`;
}

/** The page at `/_sandbox`: buttons for faults, requests and books as they come, how to log in. */
export function indexPage(service: Service, routes: AdminRoute[]): string {
	const { language } = service;
	const text = textIn(language);
	const say: Say = (english) => escaped(text(english));
	const api = `${service.url}/api`;
	const credential = credentialWords(api).map(([label, value]) => [
		escaped(label),
		value ? `<code>${escaped(value)}</code>` : `<i>${say('leave it empty')}</i>`,
	]);
	const words = Object.fromEntries(IN_SCRIPT.map((one) => [one, text(one)]));
	const requests = ['Time', 'Request', 'Answer', 'Fault', 'What was asked'].map(say);
	const additions = ['Time', 'Customer', 'Amount', 'Status', 'In the list'].map(say);
	return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${say('GMC sandbox')}</title>
<link rel="stylesheet" href="/_sandbox/page.css"></head><body data-words="${escaped(JSON.stringify(words))}">
<h1>${say('GMC sandbox')}</h1>
<p>${say('A GMC service for trying things out. No money moves, and every login below is made up.')}</p>
<details><summary>${say('Credential “GMC API” in n8n')}</summary>${table(credential)}</details>
<h2>${say('Make things go wrong')}</h2>
${buttons(say)}
<p id="at-work" role="status"></p>
<h2>${say('Requests')} <small id="request-count"></small></h2>
${live('requests', requests)}
<h2>${say('Books')} <small id="addition-count"></small></h2>
${live('additions', [...additions, '_id', ''])}
${addresses(say, api, routes)}
<script src="/_sandbox/page.js"></script>
</body></html>
`;
}
