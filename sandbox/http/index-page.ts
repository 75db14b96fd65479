import { ENDPOINTS, routeOf } from '../contract/endpoints';
import type { Service } from '../service';
import { credentialFor } from './admin-control';
import type { AdminRoute } from './admin-route';

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const row = (cells: string[]): string =>
	`<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const table = (rows: string[][]): string => `<table>${rows.map(row).join('\n')}</table>`;

/** The page at `/_sandbox`: what the sandbox is, how to log in, and what can be asked of it. */
export function indexPage(service: Service, routes: AdminRoute[]): string {
	const api = `${service.url}/api`;
	const login = Object.entries(credentialFor(api)).map(([key, value]) => [
		...[key, `<code>${escaped(value)}</code>`],
	]);
	const endpoints = Object.values(ENDPOINTS).map((endpoint) => [
		...[`<code>${escaped(routeOf(endpoint))}</code>`, endpoint.summary],
	]);
	const own = routes.map(({ method, path, summary }) => {
		const text = `${method} /_sandbox${path}`;
		const linked = method === 'GET' ? `<a href="/_sandbox${path}">${text}</a>` : text;
		return [`<code>${linked}</code>`, escaped(summary)];
	});
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>GMC sandbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
td{padding:.1rem 1rem .1rem 0;vertical-align:top}</style></head><body>
<h1>GMC sandbox</h1>
<p>A GMC service for trying things out. No money moves, and every login below is made up.</p>
<h2>Credential for n8n</h2>${table(login)}
<h2>The service, below <code>${escaped(api)}</code></h2>${table(endpoints)}
<h2>The sandbox itself</h2>${table(own)}
</body></html>
`;
}
