import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Service } from '../service';
import { indexPage } from './index-page';

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
