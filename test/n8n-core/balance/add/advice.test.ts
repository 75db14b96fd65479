import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../../harness/engine';
import { BATCH, ISSUE, PROTECTIONS, RECENT } from './given';
import { ana, row } from './people';
import { addParameters, AFTER_HOLD, loseMemory, passTime, Service } from './support';

// Whatever a text advises: who does it pays no row twice, and leaves none unpaid without being told (interface.md).
// promises.md P31

const service = Service.forThisFile();
const SHEET = [row(1), row(10), row(10, { key: 'k10 too' }), row(11)];

/** What has happened when a text is read, how the sheet is run, and what came of it. */
interface Case {
	situation: string;
	options: IDataObject;
	setup: Partial<GmcNodeSetup>;
	run: GmcRun;
	/** What is obeyed. */
	sentence: string;
}
type How = Pick<Case, 'options' | 'setup'>;
type Start = (how: How) => Promise<GmcRun>;

const add: Start = async ({ options, setup }) => await service.add(SHEET, options, setup);
/** After a first run that has ended with an error. */
const after =
	(first: () => Promise<void>, then: (failed: GmcRun, at: How) => Promise<GmcRun>) =>
	async (at: How) => {
		await first();
		const failed = await service.add(SHEET, at.options);
		await service.admin.clearFaults();
		return await then(failed, at);
	};
const refused = async () => await service.refuse(2);
const lost = async () => await service.lose('never', 2);
const again = async (failed: GmcRun, { options, setup }: How) =>
	await service.retry(failed, options, setup);

/** The column that somebody has deleted. */
let column: string;
const CORRECTED = 'an amount was corrected since';
/** What has happened when the text is read. */
const SITUATIONS: Record<string, Start> = {
	'GMC has refused a row': async (at) => await refused().then(async () => await add(at)),
	'an addition has failed': async (at) =>
		await service.fault({ type: 'commitAsFailed' }, 2).then(async () => await add(at)),
	'an answer was lost, and comes late': async (at) => {
		await service.listLate(300);
		await service.lose('done', 2);
		return await add(at);
	},
	'a request was lost': async (at) => await lost().then(async () => await add(at)),
	'a request was lost, and it is retried at once': after(lost, again),
	'a request was lost, and it is run again at once': after(lost, async (_, at) => await add(at)),
	'a row was refused, and it is run again': after(refused, async (_, at) => await add(at)),
	'n8n has crashed, and it is retried': after(refused, async (failed, at) => {
		loseMemory(failed);
		return await again(failed, at);
	}),
	'the ledger fails from the first request on': async (at) => {
		service.tables.before = async () => {
			if ((await service.asked(ISSUE)) > 0) throw new Error('database is locked');
		};
		return await add(at);
	},
	'the ledger fails at once': async (at) => {
		service.breakTables('database is locked');
		return await add(at);
	},
	'the ledger fails when a lost row is retried': after(lost, async (failed, at) => {
		service.breakTables('database is locked');
		return await again(failed, at);
	}),
	'a lost row was edited, and it is retried': after(lost, async (failed, at) => {
		service.ledger[1].askedAt = 'yesterday';
		return await again(failed, at);
	}),
	'the ledger was renamed before a retry': after(refused, async (failed, at) => {
		service.tables.rename('GMC top-ups', 'November');
		// A process that knows the table goes on with it for a while.
		wait();
		return await again(failed, at);
	}),
	...Object.fromEntries(
		['rowRef', 'setRef', 'executionRef', 'chargeRef'].map((name) => [
			`an answer was lost, and the column ${name} was deleted`,
			after(
				async () => {
					await service.listLate(300);
					await service.lose('done', 2);
				},
				async (_, at) => {
					column = name;
					const ledger = service.tables.named('GMC top-ups');
					ledger.columns = ledger.columns.filter((one) => one.name !== name);
					for (const entry of service.ledger) delete entry[name];
					return await add(at);
				},
			),
		]),
	),
	'another ledger is chosen for a retry': after(refused, async (failed, at) => {
		const options = { ...at.options, ledgerTable: 'Another' };
		return await again(failed, { ...at, options });
	}),
	'a row was refused in a sub-workflow': async ({ options, setup }) => {
		await refused();
		return await add({ options, setup: { ...setup, mode: 'integrated' } });
	},
	'the sheet is above Maximum Total': async ({ options, setup }) =>
		await add({ options: { ...options, maxTotal: 21 }, setup }),
	[CORRECTED]: after(refused, async (_, { options, setup }) => {
		const [first, ...others] = SHEET;
		return await service.add([{ ...first, amount: 2 }, ...others], options, setup);
	}),
};

type Cure = (at: Case) => Promise<void>;
/** What the rows have been told last. */
const told = new Map<unknown, unknown>();
const hear = (rows: IDataObject[], { outcomes, error }: GmcRun) => {
	for (const [at, { key }] of rows.entries()) told.set(key, outcomes[at] ?? error?.message);
};
const go = async (rows: IDataObject[], options: IDataObject) =>
	hear(rows, await service.addOn(rows, options));
const wait = () => passTime(AFTER_HOLD);

/** People look into GMC's list. @returns the rows that are not in it */
async function unlisted(): Promise<IDataObject[]> {
	const { additions } = await service.admin.charges({ customerIdentifier: ana._id });
	const listed = additions.filter(({ source }) => source === 'api').map(({ amount }) => amount);
	return SHEET.filter(({ amount }) => {
		const at = listed.indexOf(amount as number);
		if (at >= 0) listed.splice(at, 1);
		return at < 0;
	});
}

/** They write into the ledger what they have found: what it lists and no row has, a row in doubt has made. */
async function setOutcomes(more: object = {}): Promise<void> {
	for (const entry of service.ledger.filter((one) => /sending|unknown/.test(`${one.outcome}`))) {
		const { amount } = entry;
		const known = service.ledger.filter((one) => one.amount === amount && one.outcome === 'issued');
		const isListed = (await service.charged(ana.taxId, amount as number)) > known.length;
		Object.assign(entry, more, { outcome: isListed ? 'issued' : 'rejected' });
	}
}

/** @returns what Balance: Reconcile says of each row, with Start Date before the first try */
async function reconcile(options?: IDataObject): Promise<unknown[]> {
	const fields = { ...addParameters(options), duplicateProtection: undefined };
	const since = new Date(Date.now() - 86_400_000).toISOString();
	const parameters = { ...fields, operation: 'reconcile', options: { since } };
	const { items } = await service.run({ parameters, rows: SHEET });
	return items.map(({ json }) => json.found ?? (json._gmc as IDataObject).found);
}
const retry: Cure = async ({ run, options, setup }) =>
	hear(SHEET, await service.retry(run, options, setup));
const runAgain: Cure = async ({ options }) => await go(SHEET, options);
const runRest: Cure = async ({ options }) => {
	wait();
	await go(await unlisted(), options);
};

/** What people do who read that. What they have to find out first, they find out after the hold. */
const CURES: Record<string, Cure[]> = {
	'^Executions → Retry of execution \\d+ is safe': [retry],
	'^Use Executions → Retry of execution \\d+': [retry],
	'^(Use Executions → Retry of execution \\d+|Run it again) at any time': [
		async (at) => {
			wait();
			await (at.run.error && !isNamed(at) ? retry(at) : runAgain(at));
		},
	],
	'^Running these rows again is safe': [retry, runAgain],
	'^(If it stays unknown, l|L)ook for it with Balance: Get Many Top-Ups': [runRest],
	'^Before you send (the|this) row': [runRest],
	'^Before that, remove the rows that Balance: Get Many Top-Ups shows': [runRest],
	'^Then set outcome in its row': [
		async (at) => {
			wait();
			await setOutcomes();
			await runAgain(at);
		},
	],
	'^Look for the top-up with Balance: Get Many Top-Ups after .*, then set outcome': [
		async (at) => {
			wait();
			await setOutcomes({ askedAt: new Date().toISOString() });
			await (isNamed(at) ? runAgain(at) : retry(at));
		},
	],
	'^Deleting the row frees its name': [
		async (at) => {
			const rest = service.ledger.filter(({ askedAt }) => askedAt !== 'yesterday');
			service.ledger = rest;
			await retry(at);
		},
	],
	'^Run the sheet through Balance: Reconcile': [
		async () => {
			passTime({ seconds: 27 * 60 });
			const found = await reconcile();
			const rest = SHEET.filter((_, at) => found[at] === 'notListed');
			await go(rest, BATCH);
		},
	],
	'^Before you send rows again, run them through Balance: Reconcile': [
		async ({ options }) => {
			service.tables.named('GMC top-ups').columns.push({ name: column, type: 'string' });
			for (const entry of service.ledger) entry[column] = null;
			const found = await reconcile(options);
			const rest = SHEET.filter((_, at) => found[at] === 'notListed');
			await go(rest, options);
		},
	],
	'^Rename it back to': [
		async (at) => {
			service.tables.rename('November', 'GMC top-ups');
			await retry(at);
		},
	],
	'^Set it back, then use Executions → Retry': [retry],
	'^To change it, start a new execution with only the rows': [runRest],
	'^Split the sheet': [
		async ({ options }) => {
			for (const part of [SHEET.slice(0, 2), SHEET.slice(2)])
				await go(part, { ...options, maxTotal: 21 });
		},
	],
	"^Raise 'Maximum Total'|or raise 'Maximum Total'": [runAgain],
	'^If it corrects the amount, put the old amount back, and send only the difference': [
		async ({ options }) => await go([row(1, { key: 'difference' }), ...SHEET.slice(1)], options),
	],
	'^Restore (that row|those rows), and add one': [
		async ({ options }) => await go([...SHEET, row(1, { key: 'difference' })], options),
	],
};
const isNamed = ({ options }: How) => /key|batch/.test(String(options.duplicateProtection));

/** Of the sentences that tell people to do something all that may change what is paid. */
const IS_ADVICE =
	/^(?!Look into the log)(Without|(Use )?Executions → Retry (is|after)|Running|Run|Look|Before|First|To|Then set|Set|Split|Raise|Restore|Rename|Deleting|Give|Start|If it (stays|corrects))/;

/** @returns the sentences of all that is said */
function sentencesOf({ error, items, errors, hints }: GmcRun): string[] {
	const said = [...items, ...errors].flatMap(({ json }) => [
		json.error,
		(json.details as IDataObject)?.description,
	]);
	const all = [error?.message, error?.description, ...said, ...hints].filter(Boolean).join('\n');
	return [...new Set(all.split(/(?<=[.!])\s+|\n/))];
}

async function start({ options, setup, situation }: One): Promise<Omit<Case, 'sentence'>> {
	await service.restart();
	service.tables.drop('GMC top-ups');
	told.clear();
	const run = await SITUATIONS[situation]({ options, setup });
	hear(SHEET, run);
	await service.admin.clearFaults();
	service.breakTables();
	return { options, setup, situation, run };
}
type One = Omit<Case, 'run' | 'sentence'>;

/** @returns what of the sheet was paid twice, or is not paid without being told */
async function harm({ situation }: One): Promise<unknown[]> {
	const harmed: unknown[] = [];
	for (const amount of new Set(SHEET.map((one) => Number(one.amount)))) {
		const equal = SHEET.filter((one) => one.amount === amount);
		const isTold = ({ key }: IDataObject) => !/issued|skipped/.test(String(told.get(key)));
		const due = equal.length + Number(situation === CORRECTED && amount === 1);
		const paid = await service.charged(ana.taxId, amount);
		const isUnpaid = due - paid > equal.filter(isTold).length;
		if (paid > due || isUnpaid) harmed.push({ amount, paid, due, told: [...told] });
	}
	const sum = (await service.admin.charges({ customerIdentifier: ana._id })).additions
		.filter(({ source }) => source === 'api')
		.reduce((all, { amount }) => all + amount, 0);
	return sum > 32 + Number(situation === CORRECTED) ? [...harmed, { sum }] : harmed;
}

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const cases = Object.keys(SITUATIONS).flatMap((situation) =>
	PROTECTIONS.flatMap((protection) =>
		// The error output says what the items say under Continue.
		ON_ERROR.slice(0, protection === RECENT ? 3 : 2).map((onError) => ({
			situation,
			options: { ...protection, concurrency: 1 } as IDataObject,
			setup: { onError },
		})),
	),
);
/** What has been obeyed already where the books, the ledger and the words are the same. */
const obeyed = new Set<string>();

test.each(cases)('$situation ($options.duplicateProtection, $setup.onError)', async (one) => {
	// Under the others a row of another amount is another top-up, and is paid.
	if (one.situation === CORRECTED && !isNamed(one)) return;
	let at: Omit<Case, 'sentence'> | undefined = await start(one);
	const entries = service.tables.tables.flatMap(({ rows }) => rows);
	const state = JSON.stringify([one.options, ...entries.map(({ outcome }) => outcome)]);
	const advice = sentencesOf(at.run).filter((sentence) => IS_ADVICE.test(sentence));
	for (const sentence of advice) {
		const cures = Object.entries(CURES)
			.filter(([words]) => new RegExp(words).test(sentence))
			.flatMap(([words, all]) => all.map((cure, at) => ({ cure, name: `${words} ${at}` })));
		expect([sentence, cures]).not.toEqual([sentence, []]);
		for (const { cure, name } of cures) {
			const what = [one.situation, state, name].join();
			if (obeyed.has(what)) continue;
			obeyed.add(what);
			await cure({ ...(at ?? (await start(one))), sentence });
			at = undefined;
			expect([sentence, ...(await harm(one))]).toEqual([sentence]);
		}
	}
});
