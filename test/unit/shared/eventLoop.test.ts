/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package */
import { stat } from 'node:fs/promises';
import { sleep } from 'n8n-workflow';
import type { Sliced } from '../../../nodes/Gmc/core/util/slices';
import { inSlices, mapItems } from '../../../nodes/Gmc/shared/eventLoop';

/** Keeps the event loop busy, as resolving an expression does. */
function work(ms: number): void {
	const end = Date.now() + ms;
	while (Date.now() < end);
}

function* workInSlices(): Sliced<string> {
	for (let slice = 0; slice < 100; slice++) {
		work(5);
		yield;
	}
	return 'done';
}

/** Each is over before its own time is. */
async function manyLoops(): Promise<void> {
	for (let loop = 0; loop < 20; loop++) await mapItems(5, () => work(5));
}

test.each<[string, () => Promise<unknown>]>([
	['a long loop', async () => await mapItems(100, () => work(5))],
	['work in slices', async () => expect(await inSlices(workInSlices())).toBe('done')],
	['many short loops', async () => await manyLoops()],
])('%s lets other work of the process go on', async (_, long) => {
	let isOver = false;
	const mapping = long().then(() => (isOver = true));
	let turns = 0;
	while (!isOver) {
		await sleep(0);
		turns++;
	}
	await mapping;
	expect(turns).toBeGreaterThanOrEqual(5);
});

test('two long loops at once let sockets and files be read, as timers alone do not', async () => {
	let areOver = false;
	const loops = Promise.all([inSlices(workInSlices()), inSlices(workInSlices())]);
	const ended = loops.then(() => (areOver = true));
	let reads = 0;
	while (!areOver) {
		await stat(__filename);
		reads++;
	}
	await ended;
	expect(reads).toBeGreaterThanOrEqual(10);
});
