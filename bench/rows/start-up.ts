import { type N8nInstance, startN8n } from '../../harness/n8n/instance';
import { median } from 'simple-statistics';
import { CUSTOMERS } from './cases';
import { startService } from './service-process';
import { type Subject, startSubject } from './subject';
import { millis } from '../figures';
import { plainTable } from '../../harness/system/table';
import { HTTP_REQUEST } from './types';
import { MEASURED, rowsWorkflow } from './workflows';

const STARTS = 3;
const FILES = ['nodes/Gmc/Gmc.node.js', 'nodes/Gmc/GmcTrigger.node.js'];

/** What the package adds to n8n. All in milliseconds. */
export interface StartUpCosts {
	without: number;
	withPackage: number;
	/** To load the files of the nodes in n8n's process, for the first time. */
	requires: Record<string, number>;
	/** The measured node with one row: first execution after the start, and the one after that. */
	firstRuns: Record<string, [first: number, second: number]>;
}

async function startAgain(n8n: N8nInstance): Promise<number> {
	await n8n.stop({ removeFolder: false });
	const startedAt = performance.now();
	await n8n.start();
	return performance.now() - startedAt;
}

async function firstRuns(subject: Subject, baseUrl: string, ids: string[]) {
	const found: StartUpCosts['firstRuns'] = {};
	for (const [name, how] of [
		['GMC', {}],
		[HTTP_REQUEST.name, { baseUrl }],
	] as const) {
		// Not the same row again: that one would be refused.
		const wall = async (from: number) => {
			const id = await subject.save(rowsWorkflow(1, ids, how, from));
			return (await subject.run(id)).nodes[MEASURED].wallMs;
		};
		found[name] = [await wall(0), await wall(1)];
	}
	return found;
}

/** Starts two n8n, one with the package, again and again in turn. */
export async function benchStartUp(say: (text: string) => void): Promise<StartUpCosts> {
	const service = await startService(CUSTOMERS);
	const [subject, plain] = [await startSubject(service), await startN8n()];
	try {
		const times: Record<'without' | 'withPackage', number[]> = { without: [], withPackage: [] };
		for (let start = 0; start < STARTS; start++) {
			times.without.push(await startAgain(plain));
			times.withPackage.push(await startAgain(subject.n8n));
			say(`start ${start + 1} of ${STARTS} measured`);
		}
		// Before anything has used them.
		const requires: StartUpCosts['requires'] = {};
		for (const file of FILES) requires[file] = await subject.probe.requireTime(file);
		await startAgain(subject.n8n);
		await subject.client.login();
		const ids = (await service.admin.customers()).map(({ _id }) => _id);
		const runs = await firstRuns(subject, service.baseUrl, ids);
		const [without, withPackage] = [median(times.without), median(times.withPackage)];
		return { without, withPackage, requires, firstRuns: runs };
	} finally {
		await Promise.all([subject.n8n.stop(), plain.stop()]);
		await service.stop();
	}
}

/** What was found, as a table. */
export function startUpTable(costs: StartUpCosts): string {
	const { without, withPackage, requires, firstRuns: runs } = costs;
	return plainTable(
		['n8n', 'Time'],
		[
			['start without the package', millis(without)],
			['start with the package', millis(withPackage)],
			...Object.entries(requires).map(([file, ms]) => [`require ${file}`, millis(ms)]),
			...Object.entries(runs).map(([name, [first, second]]) => [
				`${name}, one row: first execution, second`,
				`${millis(first)}, ${millis(second)}`,
			]),
		],
	);
}
