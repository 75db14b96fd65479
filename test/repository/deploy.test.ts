import { parse } from 'yaml';
import { read } from './files';
import { DEFAULT_N8N_VERSION } from '../../harness/n8n/install';

interface Service {
	build?: object;
	image: string;
	environment: Record<string, string>;
	healthcheck?: { test: string[] };
	stop_grace_period?: string;
	ports?: string[];
	depends_on?: Record<string, { condition: string }>;
}

const source = read('deploy/compose.yaml');
const { services } = parse(source, { merge: true }) as { services: Record<string, Service> };
const { main, worker } = services;

/** `${NAME}`, `${NAME:-default}` or `${NAME:?message}`. */
const variables = [...source.matchAll(/\$\{(\w+)(:[-?])?([^}]*)\}/g)].map(
	([, name, operator, value]) => ({ name, operator, value }),
);
const named = new Set(variables.map(({ name }) => name));
const example = new Map(
	[...read('deploy/.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
		name,
		value,
	]),
);

test('every variable of the compose file is in .env.example, and the other way round', () => {
	expect([...example.keys()].sort()).toEqual([...named].sort());
});

test('the secrets have to be set, everything else has the default that .env.example shows', () => {
	const wanted = (name: string) => variables.filter((one) => one.name === name);
	for (const [name, value] of example) {
		const isSecret = value === '';
		for (const { operator, value: preset } of wanted(name)) {
			expect([name, operator]).toEqual([name, isSecret ? ':?' : ':-']);
			if (!isSecret) expect([name, preset]).toEqual([name, value]);
		}
	}
});

test('everything has a health check, and nothing starts before what it needs is healthy', () => {
	for (const [name, { healthcheck, depends_on: needs = {} }] of Object.entries(services)) {
		expect([name, healthcheck?.test.length]).toEqual([name, expect.any(Number)]);
		for (const { condition } of Object.values(needs)) expect(condition).toBe('service_healthy');
	}
	expect(Object.keys(worker.depends_on!).sort()).toEqual(['main', 'postgres', 'redis']);
	expect(Object.keys(main.depends_on!).sort()).toEqual(['postgres', 'redis']);
});

test('n8n may end what runs before it is killed', () => {
	for (const { environment, stop_grace_period: grace } of [main, worker]) {
		expect(Number.parseInt(grace!, 10)).toBeGreaterThan(
			Number(environment.N8N_GRACEFUL_SHUTDOWN_TIMEOUT),
		);
	}
});

test('only this machine reaches the editor, unless somebody says otherwise', () => {
	// dclint has a rule for it, which does not see through variables.
	expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(main.ports);
	expect(main.ports).toEqual([expect.stringMatching(/^\$\{N8N_ADDRESS:-127\.0\.0\.1\}:/)]);
});

test('the n8n of the image is the one that everything is tested on', () => {
	expect(example.get('N8N_VERSION')).toBe(DEFAULT_N8N_VERSION);
	expect(read('deploy/Dockerfile')).toContain(`ARG N8N_VERSION=${DEFAULT_N8N_VERSION}\n`);
});
