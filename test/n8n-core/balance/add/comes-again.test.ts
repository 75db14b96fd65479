import type { IDataObject } from 'n8n-workflow';
import type { GmcRun } from '../../../../harness/engine';
import { BATCH, KEY, LIST_ADDITIONS, LOOK_UP_ADDITION, OFF, RECENT } from './given';
import { ana, row } from './people';
import { AFTER_HOLD, crash, passTime, Service } from './support';

// What has become of a row, how its sheet comes again, and what each protection makes of that.
// promises.md P5, P10, P14, P16, P22, P26, P27, P39

const service = Service.forThisFile();
const AMOUNTS = [1, 10, 11];
const SHEET = AMOUNTS.map((amount) => row(amount));

/** Of the second row. The third is refused, unless the run has ended before. */
const FATES: Record<string, () => Promise<void>> = {
	refused: async () => await service.refuse(2),
	'failed at GMC': async () => await service.fault({ type: 'commitAsFailed' }, 2),
	'lost, done': async () => await service.lose('done', 2),
	'lost, listed late': async () => {
		await service.listLate(300);
		await service.lose('done', 2);
	},
	'lost, not done': async () => await service.lose('never', 2),
	'crash, done': async () => {},
	'crash, not done': async () => await service.lose('never', 2),
};

const pay = async (options: IDataObject) => await service.add(SHEET, options);
const retry = async (run: GmcRun, options: IDataObject) => await service.retry(run, options);

async function firstRun(fate: string, options: IDataObject): Promise<GmcRun> {
	await FATES[fate]();
	await service.refuse({ match: { amount: 11 } });
	const run = await pay(options);
	await service.admin.clearFaults();
	if (fate.startsWith('crash')) crash(service, run, 1);
	return run;
}

const WAYS: Record<string, (run: GmcRun, options: IDataObject) => Promise<GmcRun[]>> = {
	// n8n offers Retry of what has failed only.
	Retry: async (failed, options) => {
		const once = await retry(failed, options);
		passTime(AFTER_HOLD);
		return once.error ? [once, await retry(once, options)] : [once];
	},
	'a new run': async (_, options) => {
		const once = await service.addOn(SHEET, options);
		passTime(AFTER_HOLD);
		return [once, await service.addOn(SHEET, options)];
	},
	'3 at once': async (failed, options) => {
		passTime(AFTER_HOLD);
		await Promise.all([retry(failed, options), pay(options), pay(options)]);
		return [];
	},
};

/** i(ssued), s(kipped), r(ejected), u(nknown), n(otAttempted); or, where nothing is told of rows, the code. */
const told = ({ outcomes, error }: GmcRun) =>
	outcomes.map((one) => String(one)[0]).join('') || CODES[String(error?.context.details?.code)];
const CODES: Record<string, string> = { EXECUTION_CUT_OFF: 'cut' };
const books = async () =>
	await Promise.all(AMOUNTS.map(async (amount) => await service.charged(ana.taxId, amount)));

// The first run, what comes after it at once, and after the hold; and how often each row was paid in the end. `[12]`: under
// Recent, a new run may pay an issued row again once its minutes have passed, unless it meets the retry.
const TABLE = `
fate              | way       | recent          | off             | key, batch
refused           | Retry     | irn iii 111     | irn iii 111     | irn iii 111
refused           | a new run | irn rii iii 222 | irn iii iii 322 | irn sii sss 111
refused           | 3 at once | irn [12]11     | -               | irn 111
failed at GMC     | Retry     | irn iii 111     | irn iii 111     | irn iii 111
failed at GMC     | a new run | irn rii iii 222 | irn iii iii 322 | irn sii sss 111
failed at GMC     | 3 at once | irn [12]11     | -               | irn 111
lost, done        | Retry     | iir iii 111     | iir iii 111     | iir iii 111
lost, done        | a new run | iir rri iii 222 | iir iii iii 332 | iir ssi sss 111
lost, done        | 3 at once | iir [12][12]1 | -               | iir 111
lost, listed late | Retry     | iun iui iii 111 | iun iui iii 111 | iun iui iii 111
lost, listed late | a new run | iun rri iri 212 | iun iii iii 332 | iun sui sss 111
lost, listed late | 3 at once | iun [12]11      | -               | iun 111
lost, not done    | Retry     | iun iui iii 111 | iun iui iii 111 | iun iui iii 111
lost, not done    | a new run | iun rri iii 212 | iun iii iii 322 | iun sui sis 111
lost, not done    | 3 at once | iun [12]11      | -               | iun 111
crash, done       | Retry     | iir cut cut 110      | iir cut cut 110      | iir ssu ssi 111
crash, done       | a new run | iir rrn iri 211 | iir iii iii 332 | iir ssu ssi 111
crash, done       | 3 at once | iir 110       | -               | iir 111
crash, not done   | Retry     | iun cut cut 100      | iun cut cut 100      | iun sui sii 111
crash, not done   | a new run | iun rni iii 212 | iun iii iii 322 | iun sui sis 111
crash, not done   | 3 at once | iun [12]11     | -               | iun 111
`;
const PROTECTIONS_OF: IDataObject[][] = [[RECENT], [OFF], [KEY, BATCH]];

const [, ...lines] = TABLE.trim().split('\n');
const cases = lines.flatMap((line) => {
	const [fate, way, ...cells] = line.split('|').map((cell) => cell.trim());
	return cells.flatMap((expected, at) =>
		expected === '-' ? [] : PROTECTIONS_OF[at].map((options) => ({ fate, way, options, expected })),
	);
});

test.each(cases)('$fate, then $way, under $options', async ({ fate, way, options, expected }) => {
	const all = { ...options, concurrency: 1 };
	const first = await firstRun(fate, all);
	const runs = [first, ...(await WAYS[way](first, all))];
	expect([...runs.map(told), (await books()).join('')].join(' ')).toMatch(
		new RegExp(`^${expected}$`),
	);
});

describe('keys whose top-ups have failed since', () => {
	const sheet = Array.from({ length: 45 }, (_, at) => row(at + 1, { key: `k${at}` }));
	beforeEach(async () => {
		await service.restart({ additions: { initialStatus: 'PROCESSING', settleAfterSeconds: null } });
		await service.addOn(sheet, KEY);
		for (const { _id } of await service.admin.additions())
			await service.admin.settle(_id, 'FAILED');
		await service.admin.configure({ additions: { initialStatus: 'COMPLETED' } });
	});

	test('are all paid again, also where GMC cuts its list', async () => {
		await service.admin.configure({ list: { cutAt: 5 } });
		const { outcomes, hints } = await service.addOn(sheet, KEY);
		expect(outcomes).toEqual(sheet.map(() => 'issued'));
		expect(hints.join()).not.toMatch(/did not show/);
	});

	test('are skipped where GMC does not answer, which a hint says', async () => {
		for (const route of [LIST_ADDITIONS, LOOK_UP_ADDITION]) await service.refuse({ route }, 503);
		const { outcomes, hints } = await service.addOn(sheet.slice(0, 25), KEY);
		expect(new Set(outcomes)).toEqual(new Set(['skipped']));
		expect(hints.join()).toMatch(/did not show the top-ups of 25 rows that were paid before/);
	});
});
