/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions --
   starts the sandbox as a program of its own, which takes Node's own modules */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { sandboxClient } from '../../sandbox/client';
import { DEMO_USER } from '../../sandbox/seeds';
import { startSandbox } from '../../sandbox/server';

const MAIN = join(__dirname, '../../sandbox/main.ts');
const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'));

afterAll(() => {
	for (const child of started) child.kill('SIGKILL');
	rmSync(folder, { recursive: true });
});

interface Run {
	child: ChildProcess;
	/** What it has written so far. */
	out: () => string;
	ended: Promise<{ code: number | null; out: string; err: string }>;
}

function run(...args: string[]): Run {
	const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args]);
	started.push(child);
	let out = '';
	let err = '';
	child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
	const ended = new Promise<Awaited<Run['ended']>>((resolve) =>
		child.on('close', (code) => resolve({ code, out, err })),
	);
	return { child, out: () => out, ended };
}

/** The sandbox's address, once it has told everything. */
async function addressOf({ child, out }: Run): Promise<string> {
	while (!out().includes('Ctrl-C')) {
		await new Promise((resolve) => child.stdout?.once('data', resolve));
	}
	return /http:\/\/127\.0\.0\.1:\d+/.exec(out())?.[0] ?? '';
}

const fileWith = (text: string): string => {
	const file = join(folder, `${Math.random()}.json`);
	writeFileSync(file, text);
	return file;
};

it('starts with seed and settings, tells how to log in, and ends on Ctrl-C', async () => {
	const settings = fileWith('{ "list": { "cutAt": 7 } }');
	const options = ['--seed', 'empty', '--settings', settings];
	const running = run('--port', '0', ...options);
	const url = await addressOf(running);
	const text = running.out();
	const { email, senha, clientKey, clientSecret, allowedOrigins } = DEMO_USER;
	for (const value of [email, senha, clientKey, clientSecret, allowedOrigins[0]]) {
		expect(text).toContain(value);
	}
	const admin = sandboxClient(url);
	expect((await admin.settings()).list.cutAt).toBe(7);
	expect(await admin.customers()).toEqual([]);
	running.child.kill('SIGINT');
	expect(await running.ended).toMatchObject({ code: 0, err: '' });
	await expect(axios.get(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
}, 30_000);

it('says what to do when the port is in use', async () => {
	const other = await startSandbox();
	const port = Number(new URL(other.url).port);
	const { code, out, err } = await run('--port', String(port)).ended;
	await other.close();
	expect([code, out]).toEqual([1, '']);
	expect(err).toBe(
		`Port ${port} is in use, perhaps by another sandbox. ` +
			`Stop it, or choose another port: npm run sandbox -- --port ${port + 1}\n`,
	);
}, 30_000);

it.each([
	[['--seed', 'none'], /Not valid: seed: .*'empty' \| 'demo' \| 'large'/],
	[['--settings', fileWith('{ "list": { "cutAt": -1 } }')], /Not valid: list\.cutAt/],
])(
	'explains %j in one line, without a stack',
	async (args, message) => {
		const { code, out, err } = await run(...args).ended;
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(message);
		expect(err).not.toMatch(/\n\s+at /);
	},
	30_000,
);
