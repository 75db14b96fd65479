/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { min, sum } from 'simple-statistics';
import { figuresBy } from '../figures';

/** What one poll costs the process that polls. */
export interface Cost {
	requests: number;
	/** As they came over the wire, headers included. */
	receivedBytes: number;
	cpuMs: number;
	wallMs: number;
	/** The longest time that nothing else of the process could run. */
	longestBlockMs: number;
}

/** What one kind of poll costs. */
export interface Poll {
	poll: string;
	/** Missing where it cannot be done at all. */
	cost?: Cost;
	/** What n8n would store between two polls, as JSON. */
	stateBytes: number;
}

// What this process asks for and receives, whoever in it does.
let requests = 0;
const sockets: Socket[] = [];
subscribe('http.client.request.start', () => requests++);
subscribe('net.client.socket', (message) => sockets.push((message as { socket: Socket }).socket));
const receivedBytes = () => sum(sockets.map(({ bytesRead }) => bytesRead));

/** A block shows with the first tick after it. */
async function nextTick(loop: ReturnType<typeof monitorEventLoopDelay>): Promise<void> {
	const { count } = loop;
	while (loop.count === count) await delay(1);
}

/** Runs `work` on a clean heap and says what it cost. */
async function measured(work: () => Promise<void>): Promise<Cost> {
	// Else a poll would pay for what the one before has left behind.
	globalThis.gc?.();
	const loop = monitorEventLoopDelay({ resolution: 1 });
	loop.enable();
	await nextTick(loop);
	const before = { requests, receivedBytes: receivedBytes() };
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();
	await work();
	const wallMs = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(cpuBefore);
	await nextTick(loop);
	loop.disable();
	return {
		requests: requests - before.requests,
		receivedBytes: receivedBytes() - before.receivedBytes,
		cpuMs: (user + system) / 1000,
		wallMs,
		longestBlockMs: loop.max / 1e6,
	};
}

/**
 * What one of several runs costs: the least, since whatever else the machine does only adds to it.
 *
 * @param prepare makes what a run needs, outside of what is measured
 */
export async function leastOf<T>(
	runs: number,
	prepare: () => T,
	work: (prepared: T) => Promise<void>,
): Promise<Cost> {
	const costs: Cost[] = [];
	for (let run = 0; run < runs; run++) {
		const prepared = prepare();
		costs.push(await measured(async () => await work(prepared)));
	}
	return figuresBy(min, costs);
}
