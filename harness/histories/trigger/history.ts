import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { GmcEvent } from '../../../nodes/Gmc/core/polling/event';
import { CURRENCIES } from '../../../sandbox/model';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import type { FaultInput } from '../../../sandbox/state/faults';
import { LIST_ADDITIONS, LOOK_UP_ADDITION } from '../../sandbox/routes';

type Made<All> = All extends fc.Arbitrary<infer One> ? One : never;

/** A CPF with a leading zero, one that is stored with punctuation, a CNPJ, an alphanumeric CNPJ. */
export const CUSTOMERS = [0, 4, 8, 11].map((index) => DEMO_CUSTOMERS[index]);

/*
 * Left out, because the result is not defined:
 * - an addition that is hidden at the first poll, or for the whole look-back (reference.md "Limits");
 * - additions beyond the look-back at the first poll;
 * - more than 90 days, after which an addition is given up;
 * - a list that is cut within one day;
 * - with `periodField: updatedAt`, the event `additionCreated` (docs/internals/trigger.md).
 */

const HOUR = 60;
const DAY = 24 * HOUR;
const CROWD = { count: 14, status: 'PENDING' } as const;

const ZONES = [
	'UTC',
	'America/Sao_Paulo',
	'Europe/London',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
];
/** Ends of months and of a year, a leap day, nights in which London changes its clocks. */
const DAYS = ['2026-03-29', '2026-10-25', '2026-02-01', '2027-01-01', '2028-02-29', '2026-08-17'];

const either = fc.constantFrom;
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const settingsFor = (event: GmcEvent): fc.Arbitrary<SandboxSettingsInput> =>
	fc.record({
		list: fc.record({
			order: either('newest', 'oldest', 'none'),
			shape: either('array', 'objectWhenSingle', 'bareArray', 'envelopes'),
			finalDateInclusive: fc.boolean(),
			timeZone: either(...ZONES),
			periodField: either(
				'createdAt',
				'createdAt',
				event === 'additionCreated' ? 'createdAt' : 'updatedAt',
			),
		}),
		timestamps: fc.record({
			createdAtFormat: either('epochMs', 'epochSeconds', 'epochMicroseconds', 'yyyyMMddHHmmss'),
			dateHeader: fc.constant('ofSandboxClock'),
		}),
		additions: fc.record({ echoCustomerIdentifier: either('asSent', '_id', 'taxId') }),
	});

const customer = fc.record({
	index: fc.nat(CUSTOMERS.length - 1),
	by: either('_id', 'taxId'),
});

/** How a customer is written: of `CUSTOMERS`, by which field. */
type Reference = Made<typeof customer>;

export const identifierOf = ({ index, by }: Reference): string => CUSTOMERS[index][by];

const issue = fc.record({
	count: fc.integer({ min: 1, max: 3 }),
	customer,
	amount: either(10, 5, 10.5, 25),
	currency: either(...CURRENCIES),
	status: either('PENDING', 'PENDING', 'PENDING', 'COMPLETED', 'FAILED'),
});

export type Issue = Made<typeof issue>;

const minutes = fc.oneof(
	{ weight: 2, arbitrary: fc.integer({ min: 1, max: HOUR }) },
	{ weight: 2, arbitrary: fc.integer({ min: HOUR, max: DAY }) },
	{ weight: 3, arbitrary: fc.integer({ min: DAY, max: 4 * DAY }) },
	{ weight: 1, arbitrary: fc.integer({ min: 8 * DAY, max: 20 * DAY }) },
);

const FAULTS: Array<FaultInput['action']> = [
	{ type: 'status', status: 500 },
	{ type: 'resetBefore' },
	{ type: 'json', status: 200, body: '{"balanceTransaction": [' },
	{ type: 'json', status: 200, body: { balanceTransaction: 7 } },
];

const STUMBLES: FaultInput[] = [
	{ route: LIST_ADDITIONS, times: 1, action: { type: 'status', status: 401 } },
	{ route: LIST_ADDITIONS, times: 1, action: { type: 'resetBefore' } },
	{ route: LOOK_UP_ADDITION, action: { type: 'status', status: 500 } },
	{ route: LOOK_UP_ADDITION, action: { type: 'status', status: 417 } },
];

/** `picks` choose among the additions that are there, by index modulo their number. */
const move = fc.record({
	do: fc.constant('move'),
	picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
	to: either('COMPLETED', 'COMPLETED', 'FAILED', 'MINTING'),
});

/** A stumble does not make the poll fail. Of two polls at the same time, one emits. */
const poll = fc.record({
	do: fc.constant('poll'),
	stumble: seldom(either(...STUMBLES)),
	atOnce: either(1, 1, 1, 2),
});

const failingPoll = fc.record({
	do: fc.constant('failing poll'),
	fault: either(...FAULTS),
	fromRequest: fc.integer({ min: 1, max: 3 }),
});

/**
 * The workflow is activated again, in this process or in a new one. n8n saves the static data at an activation and
 * with every emission; without a save, what later polls have learned is lost.
 */
const restart = fc.record({
	do: fc.constant('restart'),
	isNewProcess: fc.boolean(),
	isSavedOnly: fc.boolean(),
});

const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('wait'), minutes }) },
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('issue'), issue }) },
	{ weight: 5, arbitrary: move },
	{ weight: 8, arbitrary: poll },
	{ weight: 2, arbitrary: failingPoll },
	{ weight: 3, arbitrary: restart },
);

export type Step = Made<typeof step>;

/** When a history begins: near a day that is hard to compute with. */
const start = fc
	.record({
		day: either(...DAYS),
		zone: either(...ZONES),
		days: fc.nat(8),
		offset: fc.oneof(fc.integer({ min: -90, max: 90 }), fc.nat(DAY)),
	})
	.map(
		({ day, zone, days, offset }) =>
			DateTime.fromISO(day, { zone }).minus({ days }).plus({ minutes: offset }).toUTC().toISO()!,
	);

export const historyOf = (event: GmcEvent) =>
	fc.record({
		settings: settingsFor(event),
		/** The list is cut just above the number of additions of its fullest day. */
		isCut: fc.boolean(),
		/** The first list is empty, whatever there is. Not where dates tell too little of what is new. */
		isFirstEmpty: fc.boolean(),
		/** n8n's durable scheduler polls. */
		isDurable: fc.boolean(),
		/** How long the service hides a new addition. */
		visibleAfterMinutes: either(0, 0, 10, 3 * HOUR),
		/** How far the clock of the service is ahead of n8n's. */
		skewMinutes: fc.oneof(fc.constant(0), fc.integer({ min: -20 * HOUR, max: 20 * HOUR })),
		event: fc.constant(event),
		lookBackDays: fc.integer({ min: 1, max: 10 }),
		emitExisting: fc.boolean(),
		customer: seldom(customer),
		minimumAmount: seldom(either(10, 10.5)),
		/** By n8n's clock, ISO 8601. */
		start,
		/** Before the first poll. The age is a part of the look-back. */
		existing: fc.array(
			fc.record({
				age: fc.double({ min: 0, max: 0.95, noNaN: true }),
				// Now and then more pending ones than a poll looks up.
				issue: fc.oneof(
					{ weight: 16, arbitrary: issue },
					{ weight: 1, arbitrary: issue.map((few): Issue => ({ ...few, ...CROWD })) },
				),
			}),
			{ maxLength: 4 },
		),
		steps: fc.array(step, { maxLength: 24, size: 'max' }),
	});

export type History = Made<ReturnType<typeof historyOf>>;
