import { CUSTOMERS, type Entrant, Measurement, type Task } from './cases';
import type { Options } from './options';
import { startService } from './service-process';
import { type Subject, startSubject } from './subject';
import type { Case } from './types';
import { CONTENDERS } from './types';

const WARM_UP: Task = { rows: 300, latencyMs: 0, isCold: false, runs: 2 };

/** The smaller a run, the more the machine's other work shows in a single one. */
function runsFor(rows: number, latencyMs: number, isQuick: boolean): number {
	const longestMs = (rows * latencyMs) / 4;
	if (isQuick || rows > 1000 || longestMs > 10_000) return 1;
	return rows > 100 ? 3 : 5;
}

function tasksOf({ rows, latencies, isQuick }: Options): Task[] {
	const warm = latencies.flatMap((latencyMs) =>
		rows.map((count) => {
			const runs = runsFor(count, latencyMs, isQuick);
			return { rows: count, latencyMs, isCold: false, runs };
		}),
	);
	// Where all are asked at once, each of them finds out that there is no token.
	const most = Math.min(1000, Math.max(...rows));
	return [...warm, { rows: most, latencyMs: latencies[0], isCold: true, runs: 1 }];
}

/** What a measurement tells on its way. */
export interface Progress {
	say(text: string): void;
	/** Called after every step: a run that is ended early has found something all the same. */
	save(cases: Case[]): Promise<void>;
}

async function measureAll(
	measurement: Measurement,
	options: Options,
	{ say, save }: Progress,
): Promise<Case[]> {
	const startedAt = Date.now();
	const cases: Case[] = [];
	// Lets V8 compile what runs often.
	await measurement.measure(WARM_UP);
	for (const task of tasksOf(options)) {
		cases.push(...(await measurement.measure(task)));
		await save(cases);
		const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
		say(`${task.rows} rows at ${task.latencyMs} ms measured (${seconds} s)`);
	}
	return cases;
}

/** Measures every contender in an n8n of its own, all of them against one service. */
export async function benchRows(options: Options, progress: Progress): Promise<Case[]> {
	const service = await startService(CUSTOMERS);
	const subjects: Subject[] = [];
	try {
		const ids = (await service.admin.customers()).map(({ _id }) => _id);
		const entrants: Entrant[] = [];
		for (const contender of CONTENDERS) {
			const subject = await startSubject(service, options.profiles);
			subjects.push(subject);
			entrants.push({ contender, subject });
			progress.say(`n8n for ${contender.name} is up`);
		}
		return await measureAll(new Measurement(service, entrants, ids), options, progress);
	} finally {
		await Promise.all(subjects.map(async ({ n8n }) => await n8n.stop()));
		await service.stop();
	}
}
