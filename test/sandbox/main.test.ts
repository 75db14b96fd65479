/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports --
   starts the sandbox as a program of its own, which takes Node's own modules */
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import execa from 'execa';
import { DEMO_USER } from '../../sandbox/seeds';
import { startSandbox } from '../../sandbox/server';

const MAIN = join(__dirname, '../../scripts/sandbox/main.ts');

/** Ends with this process at the latest. */
const run = (...args: string[]) =>
	execa.node(MAIN, args, { nodeOptions: ['--import', 'tsx'], reject: false, stdio: 'pipe' });

/** What the sandbox says until it can be used. */
async function saidBy({ stdout }: execa.ExecaChildProcess): Promise<string> {
	let said = '';
	stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()));
	while (!said.includes('Ctrl-C')) await once(stdout!, 'data');
	return said;
}

it('starts with a seed, tells how to log in, and ends on Ctrl-C', async () => {
	const running = run('--port', '0', '--seed', 'empty');
	const text = await saidBy(running);
	const { email, senha, clientKey, clientSecret, allowedOrigins } = DEMO_USER;
	for (const value of [email, senha, clientKey, clientSecret, allowedOrigins[0]]) {
		expect(text).toContain(value);
	}
	const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text)!;
	const { data } = await axios.get<unknown>(`${url}/_sandbox/customers`, { proxy: false });
	expect(data).toEqual([]);
	running.kill('SIGINT');
	expect(await running).toMatchObject({ exitCode: 0, stderr: '' });
	await expect(axios.get(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
}, 30_000);

it('says what to do when the port is in use', async () => {
	const other = await startSandbox();
	const port = Number(new URL(other.url).port);
	const { exitCode, stdout, stderr } = await run('--port', String(port));
	await other.close();
	expect([exitCode, stdout]).toEqual([1, '']);
	expect(stderr).toMatch(`Port ${port}, wanted for the sandbox, is in use.`);
}, 30_000);

it.each([
	[['--seed', 'none'], /--seed takes one of empty, demo, large/],
	[['--port', 'x'], /--port takes a number/],
])(
	'explains %j in one line, without a stack',
	async (args, message) => {
		const { exitCode, stdout, stderr } = await run(...args);
		expect([exitCode, stdout]).toEqual([1, '']);
		expect(stderr).toMatch(message);
		expect(stderr).not.toMatch(/\n\s+at /);
	},
	30_000,
);
