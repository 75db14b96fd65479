import fc from 'fast-check';
import { type FaultInput, GARBLED } from '../../../sandbox/state/faults';
import { LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN } from '../../sandbox/routes';
import {
	type Fate,
	type History,
	type Kind,
	type Order,
	type Run,
	type Step,
	chargeName,
	isNamed,
	KINDS,
} from './history';

/*
 * Left out, because money-safety.md does not promise it:
 * - a list that shows additions later than Hold, or loses some;
 * - a stranger's equal addition while an answer is lost: strangers' additions are from the day before;
 * - a sheet of a batch that does not only grow;
 * - which of two equal rows of about the same time was done, so none of these is abandoned;
 * - an addition that fails after its run has ended.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A request that is lost may still be on its way for the rest of the hold. */
const MARGIN_SECONDS = 150;
/** Minutes: longer than Hold and clock tolerance. */
const LONG_AGO = 60;
const PAUSES = [1, 30, 2 * MINUTE, 6 * MINUTE, 11 * MINUTE, 16 * MINUTE, HOUR, 13 * HOUR, 3 * DAY];

const seldom = <T>(weight: number, arbitrary: fc.Arbitrary<T>) =>
	fc.oneof(
		{ weight, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: arbitrary as fc.Arbitrary<T | undefined> },
	);
const either = <T>(...values: T[]) => fc.constantFrom(...values);

const stale = fc.record({
	outcome: either<'sending' | 'unknown'>('sending', 'unknown'),
	minutesAgo: either(3, 8, 12, 20, 60, 1_500, 5_000),
	isDone: fc.boolean(),
	isAbandoned: fc.boolean(),
});

const order: fc.Arbitrary<Order> = fc
	.record({
		kind: either<Kind>('key', 'key', 'key', 'recent', 'recent', 'off', 'batch', 'batch'),
		customer: either(0, 0, 0, 1),
		which: either(0, 0, 0, 1),
		left: seldom(2, stale),
		currency: either<'BRL' | 'USD'>('BRL', 'BRL', 'USD'),
	})
	.map(({ kind, customer, which, currency, left }) => {
		const amount = (kind === 'batch' ? [30, 40] : [10, 20])[which];
		const charge = { customer, amount, currency };
		if (left === undefined || kind === 'off' || kind === 'batch') return { kind, charge };
		// A row without a key is written down when it has ended unknown.
		const outcome = kind === 'key' ? left.outcome : 'unknown';
		return { kind, charge, stale: { ...left, outcome } };
	});

/** A row of the same age may have made another row's addition, so it is not abandoned. */
function distinct(order: Order, index: number, all: Order[]): Order {
	const { charge, stale: left } = order;
	const isAsOld = (one: Order, at: number) =>
		at !== index &&
		chargeName(one.charge) === chargeName(charge) &&
		one.stale?.minutesAgo === left?.minutesAgo;
	const isClear = left !== undefined && left.minutesAgo >= LONG_AGO && !all.some(isAsOld);
	return left === undefined || isClear
		? order
		: { ...order, stale: { ...left, isAbandoned: false } };
}

const limits = fc.oneof(
	fc.record({ maxTotal: either(10, 20, 30, 50) }),
	fc.record({ maxPerDay: either(10, 20, 30, 50, 80) }),
);

/** @param canWait whether a lookup shows an addition at once */
const runWithin = (maxLate: number, canWait: boolean): fc.Arbitrary<Run> =>
	fc
		.record({
			do: fc.constant('run' as const),
			kind: either<Kind>('key', 'key', 'key', ...KINDS),
			only: seldom(1, fc.nat(2)),
			way: either<Run['way']>('sheet', 'sheet', 'sheet', 'loop', 'agent', 'subWorkflow'),
			isById: fc.boolean(),
			onError: either<Run['onError']>(
				...(['continueRegularOutput', 'stopWorkflow', 'continueErrorOutput'] as const),
			),
			retryOnFail: either(false, false, true),
			retries: fc.array(fc.nat(MINUTE), { maxLength: 2 }),
			fates: fc.array(fateWithin(maxLate), { maxLength: 3 }),
			faults: fc.array(faultAround, { maxLength: 1 }),
			table: seldom(4, fc.record({ failsFrom: fc.nat(14), isCrash: fc.boolean() })),
			twice: seldom(6, fc.array(fc.nat(3), { minLength: 1, maxLength: 6 })),
			limits: seldom(3, limits).map((set) => set ?? {}),
			waitFor: canWait
				? seldom(4, either<'COMPLETED' | 'FAILED'>('COMPLETED', 'FAILED'))
				: fc.constant(undefined),
			isRehearsed: either(false, false, true),
		})
		.map(possible);

/** A dry run cannot predict faults. Two runs at once are not retried. */
function possible({ table, twice, waitFor, ...run }: Run): Run {
	if (run.isRehearsed) {
		return { ...run, way: 'sheet', retryOnFail: false, retries: [], fates: [], faults: [] };
	}
	// A batch is a sheet.
	const way = run.kind === 'batch' && run.way !== 'subWorkflow' ? 'sheet' : run.way;
	const waiting = { ...run, way, ...(waitFor && { waitFor }) };
	if (twice && isNamed(run.kind)) return { ...waiting, way: 'sheet', retries: [], twice };
	return { ...waiting, ...(table && { table }) };
}

const settings = fc.record({
	login: fc.record({ sessionsPerUser: either('many', 'one') }),
	list: fc.record({
		shape: either('array', 'objectWhenSingle', 'bareArray', 'envelopes'),
		countersAsText: fc.boolean(),
		finalDateInclusive: fc.boolean(),
		order: either('newest', 'oldest', 'none'),
		timeZone: either('America/Sao_Paulo', 'UTC'),
	}),
	timestamps: fc.record({
		createdAtFormat: either('epochMs', 'epochSeconds'),
		dateHeader: fc.constant('ofSandboxClock'),
	}),
	additions: fc.record({
		echoCustomerIdentifier: either('asSent', '_id', 'taxId'),
		sourceAmountAs: either('number', 'decimalComma', 'binaryFraction'),
		// If only the summary shows a failure, nobody knows what is true.
		failureShownIn: either(['head', 'item', 'summary'], ['head'], ['item']),
	}),
}) as fc.Arbitrary<History['settings']>;

const wait = fc.record({ do: fc.constant('wait' as const), seconds: either(...PAUSES) });
const look = fc.record({ do: fc.constant('look' as const) });

function stepsWithin(maxLate: number, canWait: boolean): fc.Arbitrary<Step[]> {
	const step = fc.oneof(
		{ weight: 6, arbitrary: runWithin(maxLate, canWait) as fc.Arbitrary<Step> },
		{ weight: 4, arbitrary: wait },
		{ weight: 1, arbitrary: look },
	);
	return fc.array(step, { minLength: 1, maxLength: 7 });
}

export const histories: fc.Arbitrary<History> = fc
	.record({ lateSeconds: either(0, 0, 100), holdMinutes: either(15, 15, 5) })
	.chain(({ lateSeconds, holdMinutes }) =>
		fc.record({
			hour: fc.nat(23),
			settings,
			lateSeconds: fc.constant(lateSeconds),
			skewSeconds: either(0, 2, -2, 5, -5),
			holdMinutes: fc.constant(holdMinutes),
			partSize: either(200, 1, 2),
			strangers: seldom(3, fc.uniqueArray(fc.nat(3), { maxLength: 2 })).map((some) => some ?? []),
			orders: fc.array(order, { minLength: 1, maxLength: 4 }).map((all) => all.map(distinct)),
			steps: stepsWithin(holdMinutes * MINUTE - lateSeconds - MARGIN_SECONDS, lateSeconds === 0),
		}),
	);

type Action = FaultInput['action'];

const LOST: Action[] = [
	{ type: 'commitThenReset' },
	{ type: 'json', status: 500 },
	{ type: 'json', status: 503 },
	{ type: 'halfAnswer' },
	{ type: 'html', status: 201 },
	{ type: 'status', status: 201, body: '' },
	{ type: 'json', status: 201, body: { title: 'ok' } },
	{ type: 'commitThenHang' },
];
const NEVER: Action[] = [
	{ type: 'status', status: 500 },
	{ type: 'html', status: 502 },
	{ type: 'html', status: 403 },
	{ type: 'rateLimit', retryAfter: 0 },
];
const REFUSED: Action[] = [400, 401, 403].map((status) => ({
	type: 'status' as const,
	status,
	body: { message: 'no' },
}));

const wrongAnswer = fc.record({
	type: fc.constant('wrongAnswer' as const),
	differs: fc.constantFrom('amount' as const, 'currency' as const, 'customer' as const),
	commit: fc.boolean(),
});
const action: fc.Arbitrary<Action> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...LOST) },
	{ weight: 1, arbitrary: fc.constantFrom(...NEVER) },
	{ weight: 1, arbitrary: fc.constantFrom(...REFUSED) },
	{ weight: 1, arbitrary: fc.constant<Action>({ type: 'commitAsFailed' }) },
	{ weight: 1, arbitrary: wrongAnswer },
);
const nth = fc.integer({ min: 1, max: 4 });

/** @param maxLate seconds within which a lost request is carried out, if it is */
function fateWithin(maxLate: number): fc.Arbitrary<Fate> {
	const late = fc.record(
		{
			nth,
			action: fc.constant<Action>({ type: 'resetBefore' }),
			doneAfter: fc.integer({ min: 0, max: maxLate }),
		},
		{ requiredKeys: ['nth', 'action'] },
	);
	return fc.oneof(fc.record({ nth, action }), late);
}

const failure = fc.constantFrom<Action>(
	...NEVER,
	...REFUSED,
	{ type: 'resetBefore' },
	{ type: 'html', status: 400 },
	{ type: 'latency', ms: 5 },
);
const garble = fc.record({
	type: fc.constant('garble' as const),
	every: fc.integer({ min: 1, max: 3 }),
	as: fc.constantFrom(...GARBLED),
});
const behind = fc.constant<Action>({ type: 'json', status: 200, body: [] });

/** What goes wrong around the requests that move money. */
const faultAround: fc.Arbitrary<FaultInput> = fc
	.constantFrom(LIST_ADDITIONS, LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN)
	.chain((route) => {
		const own = { [LIST_ADDITIONS]: garble, [LIST_CUSTOMERS]: behind }[route];
		return fc.record({
			route: fc.constant(route),
			times: fc.constant(1),
			action: own ? fc.oneof(own, failure) : failure,
			nth,
		});
	});
