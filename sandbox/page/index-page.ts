/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { credentialWords } from '../credential';
import type { Service } from '../service';
import { buttons, escaped, livePart, table } from './live';

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
