import fc from 'fast-check';
import type { GmcEvent } from '../../../nodes/Gmc/core/polling/event';
import { CURRENCIES } from '../../../sandbox/model';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import { CUSTOMER_COUNT, NAMINGS } from './customers';
import type { History, Issue, Step } from './history';
import { FAULTS, KEPT, STUMBLES } from './history';
import { startOfHistory, ZONES } from './start';

/*
 * What is left out, because nobody can say what ought to come out of it:
 * - an addition that no list shows while it is within the look-back (reference.md "Limits"), and one that is hidden
 *   at the first poll, or as a longer look-back uncovers it, or beyond its look-back for two polls on end;
 * - a look-back that grows, by the user or by n8n's clock, where creation times cannot be read: what was not known
 *   then counts as old (docs/internals/trigger.md);
 * - a pending addition that lies beyond the look-back at the first poll;
 * - more than 90 days, after which an addition is given up;
 * - a cut that no counter tells, and one of a single day;
 * - by the date of the last change (`periodField`): the event `additionCreated`, and hidden additions older
 *   than the look-back. What changes after it was forgotten is emitted once more (docs/internals/trigger.md);
 * - static data that is wiped after a first poll that emitted something, and a restart while it is wiped.
 */

const HOUR = 60;
const DAY = 24 * HOUR;
const CROWD = { count: 14, status: 'PENDING' };

interface Weighted<T> {
	weight: number;
	arbitrary: fc.Arbitrary<T>;
}
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>): Weighted<T> => ({
	weight,
	arbitrary,
});

/** Undefined more often than not. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
	fc.oneof(weighted(3, fc.constant(undefined)), weighted(1, arbitrary));

const settingsFor = (event: GmcEvent) =>
	fc
		.record({
			order: fc.constantFrom('newest', 'oldest', 'none'),
			shape: fc.constantFrom('array', 'objectWhenSingle', 'bareArray', 'envelopes'),
			finalDateInclusive: fc.boolean(),
			timeZone: fc.constantFrom(...ZONES),
			periodField: fc.constantFrom(
				'createdAt',
				'createdAt',
				event === 'additionCreated' ? 'createdAt' : 'updatedAt',
			),
			createdAtFormat: fc.constantFrom(
				'epochMs',
				'epochSeconds',
				'epochMicroseconds',
				'yyyyMMddHHmmss',
			),
			echoCustomerIdentifier: fc.constantFrom('asSent', '_id', 'taxId'),
		})
		.map(({ createdAtFormat, echoCustomerIdentifier, ...list }) => ({
			list,
			timestamps: { createdAtFormat, dateHeader: 'ofSandboxClock' },
			additions: { echoCustomerIdentifier },
		})) as fc.Arbitrary<SandboxSettingsInput>;

const customer = fc.nat(CUSTOMER_COUNT - 1);
const naming = fc.constantFrom(...NAMINGS);
const lookBackDays = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 10 }));
const otherLookBackDays = fc.integer({ min: 1, max: 15 });
const skewMinutes = fc.oneof(
	fc.constantFrom(0, 0, -20 * HOUR, 20 * HOUR),
	fc.integer({ min: -20 * HOUR, max: 20 * HOUR }),
);
const fault = fc.constantFrom(...FAULTS);
const kept = fc.constantFrom(...KEPT);
const picks = fc.array(fc.nat(30), { minLength: 1, maxLength: 5 });

const issue: fc.Arbitrary<Issue> = fc.record({
	count: fc.integer({ min: 1, max: 3 }),
	customer,
	naming,
	amount: fc.constantFrom(10, 5, 10.5, 25),
	currency: fc.constantFrom(...CURRENCIES),
	status: fc.constantFrom('PENDING', 'PENDING', 'PENDING', 'COMPLETED', 'FAILED'),
});

const minutes = fc.oneof(
	weighted(2, fc.integer({ min: 1, max: HOUR })),
	weighted(2, fc.integer({ min: HOUR, max: DAY })),
	weighted(3, fc.integer({ min: DAY, max: 4 * DAY })),
	weighted(1, fc.integer({ min: 8 * DAY, max: 20 * DAY })),
);

/** To within the margin of the look-back, beyond it, and beyond everything that is followed; either way. */
const byMinutes = fc
	.record({
		size: fc.oneof(
			weighted(1, fc.integer({ min: HOUR, max: DAY })),
			weighted(2, fc.integer({ min: DAY, max: 15 * DAY })),
			weighted(2, fc.integer({ min: 15 * DAY, max: 60 * DAY })),
			weighted(1, fc.integer({ min: 80 * DAY, max: 400 * DAY })),
		),
		isBack: fc.boolean(),
	})
	.map(({ size, isBack }) => (isBack ? -size : size));

/** A step of one kind. */
const one = <Kind extends Step['do']>(
	kind: Kind,
	fields: Record<string, fc.Arbitrary<unknown>> = {},
) => fc.record({ do: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<Step>;

const step: fc.Arbitrary<Step> = fc.oneof(
	weighted(6, one('wait', { minutes })),
	weighted(4, one('clock jump', { byMinutes })),
	weighted(6, one('issue', { issue })),
	weighted(4, one('move', { picks, to: fc.constantFrom('COMPLETED', 'COMPLETED', 'FAILED') })),
	weighted(1, one('move', { picks, to: fc.constant('MINTING') })),
	weighted(5, one('poll', { hidden: fc.constant([]) })),
	weighted(2, one('poll', { hidden: fc.constant([]), stumble: fc.constantFrom(...STUMBLES) })),
	weighted(3, one('poll', { hidden: picks })),
	weighted(2, one('failing poll', { fault, fromRequest: fc.integer({ min: 1, max: 3 }) })),
	weighted(1, one('two polls')),
	weighted(1, one('manual test')),
	weighted(2, one('restart', { with: kept })),
	weighted(1, one('reactivate', { with: kept, minutes })),
	weighted(1, one('reactivate', { with: kept, minutes, lookBackDays: otherLookBackDays })),
	weighted(1, one('wipe')),
);

const existing = fc.oneof(
	weighted(12, fc.record({ age: fc.double({ min: 0, max: 1, noNaN: true }), issue })),
	weighted(4, fc.record({ age: fc.integer({ min: 2, max: 8 }), issue })),
	// More pending ones than a poll looks up.
	weighted(
		1,
		fc.record({ age: fc.constant(1), issue: issue.map((few) => ({ ...few, ...CROWD })) }),
	),
);

/** Leaves out what makes the look-back grow. */
function withoutGrowth(steps: Step[]): Step[] {
	return steps
		.filter((step) => step.do !== 'clock jump')
		.map((step) => (step.do === 'reactivate' ? { ...step, lookBackDays: undefined } : step));
}

/** Random histories around one event. */
export const historyOf = (event: GmcEvent): fc.Arbitrary<History> =>
	fc
		.record({
			settings: settingsFor(event),
			isCut: fc.boolean(),
			isDurable: fc.boolean(),
			visibleAfterMinutes: fc.constantFrom(0, 0, 10, 3 * HOUR),
			skewMinutes,
			event: fc.constant(event),
			lookBackDays,
			emitExisting: fc.boolean(),
			customer: seldom(fc.record({ index: customer, naming })),
			minimumAmount: seldom(fc.constantFrom(10, 10.5)),
			start: startOfHistory,
			existing: fc.array(existing, { maxLength: 4 }),
			firstFault: seldom(fault),
			missed: fc.array(issue, { maxLength: 2 }),
			steps: fc.array(step, { maxLength: 24, size: 'max' }),
		})
		.map((history) => {
			const isDated = history.settings.timestamps?.createdAtFormat !== 'epochMicroseconds';
			return isDated ? history : { ...history, steps: withoutGrowth(history.steps) };
		});
