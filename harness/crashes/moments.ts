import { setTimeout as delay } from 'node:timers/promises';
import type { TestBed } from '../n8n/test-bed';
import { ISSUE } from '../sandbox/routes';
import { until } from '../system/until';

/** How long the sandbox needs for each addition, so that a kill meets requests in flight. */
const LATENCY_MS = 150;

/** When n8n is killed: a delay after a number of requests to issue. */
export interface CrashMoment {
	afterRequests: number;
	delayMs: number;
	/** Whether the last of these requests is carried out and never answered. */
	hang: boolean;
}

/** Moments spread evenly over a run, every fourth during a request that is never answered. */
export function momentsOver(rows: number, count: number): CrashMoment[] {
	return Array.from({ length: count }, (_, index) => {
		const hang = index % 4 === 3;
		const requests = Math.floor(((index + 0.5) * (rows + 1)) / count);
		const delayMs = (index * 37) % (LATENCY_MS + 10);
		return { afterRequests: hang ? Math.max(1, requests) : requests, delayMs, hang };
	});
}

/** Delays every addition, and lets the last one before the kill hang. */
export async function prepareFaults(
	{ hang, afterRequests }: CrashMoment,
	{ sandbox }: TestBed,
): Promise<void> {
	const { admin } = sandbox;
	await admin.addFault({ route: ISSUE, action: { type: 'latency', ms: LATENCY_MS } });
	if (!hang) return;
	await admin.addFault({ route: ISSUE, nth: afterRequests, action: { type: 'commitThenHang' } });
}

/** Waits for the moment. */
export async function reached(
	{ hang, afterRequests, delayMs }: CrashMoment,
	{ sandbox }: TestBed,
): Promise<void> {
	const filter = { route: ISSUE, ...(hang && { status: 'hung' as const }) };
	const wanted = hang ? 1 : afterRequests;
	await until('the moment of the kill', async () => (await sandbox.admin.count(filter)) >= wanted);
	await delay(delayMs);
}
