/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from 'simple-statistics';
import type { Cost, Repeats } from './types';

/** Counts what this process asks for and receives, whoever in it does. */
class Wire {
	private requests = 0;

	private closedBytes = 0;

	private readonly open = new Set<Socket>();

	constructor() {
		subscribe('http.client.request.start', () => {
			this.requests++;
		});
		subscribe('net.client.socket', (message) => {
			const { socket } = message as { socket: Socket };
			this.open.add(socket);
			socket.once('close', () => {
				this.open.delete(socket);
				this.closedBytes += socket.bytesRead;
			});
		});
	}

	read(): Pick<Cost, 'requests' | 'receivedBytes'> {
		const openBytes = [...this.open].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
		return { requests: this.requests, receivedBytes: this.closedBytes + openBytes };
	}
}

const wire = new Wire();

/** A block shows with the first tick after it. */
async function nextTick(loop: ReturnType<typeof monitorEventLoopDelay>): Promise<void> {
	const { count } = loop;
	while (loop.count === count) await delay(1);
}

/** Bytes on the heap that cannot be collected. */
function cleanHeap(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

/** Runs `work` on a clean heap and says what it cost. */
export async function measured(work: () => Promise<void>): Promise<Cost> {
	// Else a poll would pay for what the one before has left behind.
	const heapBefore = cleanHeap();
	const loop = monitorEventLoopDelay({ resolution: 1 });
	loop.enable();
	await nextTick(loop);
	const before = wire.read();
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();
	await work();
	const wallMs = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(cpuBefore);
	const after = wire.read();
	await nextTick(loop);
	loop.disable();
	return {
		requests: after.requests - before.requests,
		receivedBytes: after.receivedBytes - before.receivedBytes,
		cpuMs: (user + system) / 1000,
		wallMs,
		longestBlockMs: loop.max / 1e6,
		peakRssBytes: process.resourceUsage().maxRSS * 1024,
		keptBytes: cleanHeap() - heapBefore,
	};
}

/**
 * What one of several runs costs: of times the least, since whatever else the machine does only adds to them.
 *
 * @param prepare makes what a run needs, outside of what is measured
 */
export async function measuredOften<T>(
	repeats: Repeats,
	prepare: () => T,
	work: (prepared: T) => Promise<void>,
): Promise<Cost> {
	const costs: Cost[] = [];
	for (let run = 0; run < repeats.warmUps + repeats.measured; run++) {
		const prepared = prepare();
		const cost = await measured(async () => await work(prepared));
		if (run >= repeats.warmUps) costs.push(cost);
	}
	const all = (metric: keyof Cost) => costs.map((cost) => cost[metric]);
	return {
		requests: median(all('requests')),
		receivedBytes: median(all('receivedBytes')),
		cpuMs: Math.min(...all('cpuMs')),
		wallMs: Math.min(...all('wallMs')),
		longestBlockMs: Math.min(...all('longestBlockMs')),
		peakRssBytes: Math.max(...all('peakRssBytes')),
		keptBytes: median(all('keptBytes')),
	};
}
