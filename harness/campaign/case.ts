import type { IDataObject, INode } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import type { FaultInput } from '../../sandbox/state/faults';
import { Dice } from './dice';
import { makeFault } from './faults';

/** One row of a sheet; the customer stands there by `_id` or by tax ID, however a person writes it. */
export interface SheetRow extends IDataObject {
	customer: string;
	amount: number;
	currency: string;
}

/**
 * How the sheet comes to the node: as it is; through a loop over the error output; row by row from an agent;
 * as a sub-workflow; as it is, with the credential changed to another account for a retry.
 */
export type Way = 'sheet' | 'loop' | 'agent' | 'subWorkflow' | 'otherAccount';

/** A random sheet, a random service, random faults, and a user's random settings. */
export interface Case {
	seed: number;
	way: Way;
	sheet: SheetRow[];
	settings: SandboxSettingsInput;
	/** Seconds after which the list shows an addition. */
	visibleAfterSeconds: number;
	/** Equal additions that somebody made the day before. */
	strangers: SheetRow[];
	/** Rows that a colleague has topped up already, as one addition with several items. */
	toppedUp: SheetRow[];
	faults: FaultInput[];
	node: { onError: INode['onError']; retryOnFail: boolean; maxTries: number };
	options: IDataObject;
	/** Key Hold, where the rows have keys. */
	keyHoldMinutes?: number;
}

const AMOUNTS = [1, 2.5, 10];
const CURRENCIES = ['BRL', 'USDT', 'GMC', 'USD'];
const WAYS: Way[] = [
	'sheet',
	'sheet',
	'sheet',
	'loop',
	'loop',
	'agent',
	'subWorkflow',
	'otherAccount',
];
const PLACES = ['head', 'item', 'summary'] as const;
/** A row of an agent is a run of its own. */
const MAX_ROWS_OF_AGENT = 6;
const MAX_ROWS = 40;

/** The case of a seed: always the same one. */
export function makeCase(seed: number): Case {
	const dice = new Dice(seed);
	const way = dice.pick(WAYS);
	const count = dice.int(1, way === 'agent' ? MAX_ROWS_OF_AGENT : MAX_ROWS);
	const sheet = Array.from({ length: count }, () => makeRow(dice, way));
	const visibleAfterSeconds = dice.oneIn(3) ? 120 : 0;
	const strangers = dice.oneIn(3) ? sheet.slice(0, dice.int(1, 3)) : [];
	const toppedUp = dice.oneIn(5) ? sheet.slice(0, dice.int(1, 4)) : [];
	// An addition that a look has missed may be taken for another one later (money-safety.md "What does not hold, and what to do").
	const mayLose = strangers.length + toppedUp.length === 0;
	const knowsCustomers = !dice.oneIn(4);
	return {
		...{ seed, way, sheet, visibleAfterSeconds, strangers, toppedUp },
		settings: makeService(dice, visibleAfterSeconds),
		faults: Array.from({ length: dice.int(0, 5) }, () =>
			makeFault(dice, { mayLose, knowsCustomers }),
		),
		node: {
			onError: dice.pick(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
			retryOnFail: dice.oneIn(2),
			maxTries: dice.int(2, 3),
		},
		options: {
			concurrency: dice.int(1, 6),
			timeout: 0.25,
			// Whoever knows that some of it was done protects the sheet from the beginning.
			duplicateProtection: toppedUp.length > 0 ? 'history' : dice.pick(['off', 'history']),
			validateFirst: knowsCustomers,
			maxAmount: 1000,
		},
	};
}

function makeRow(dice: Dice, way: Way): SheetRow {
	const { _id, taxId } = DEMO_CUSTOMERS[dice.int(0, 4)];
	// An `_id` is of one account only.
	const customer = way !== 'otherAccount' && dice.oneIn(2) ? _id : taxId;
	return {
		customer,
		amount: dice.pick(AMOUNTS),
		currency: dice.pick(CURRENCIES.slice(0, dice.int(1, 4))),
	};
}

function makeService(dice: Dice, visibleAfterSeconds: number): SandboxSettingsInput {
	return {
		login: {
			sessionsPerUser: dice.pick(['many', 'one']),
			lifetimeUses: dice.oneIn(4) ? dice.int(10, 40) : null,
		},
		list: {
			shape: dice.pick(['array', 'objectWhenSingle', 'bareArray', 'envelopes']),
			countersAsText: dice.oneIn(3),
			order: dice.pick(['newest', 'oldest', 'none']),
			finalDateInclusive: dice.oneIn(2),
			timeZone: dice.pick(['America/Sao_Paulo', 'UTC']),
		},
		timestamps: {
			createdAtFormat: dice.pick(['epochMs', 'epochSeconds']),
			dateHeader: 'ofSandboxClock',
		},
		additions: {
			echoCustomerIdentifier: dice.pick(['asSent', '_id', 'taxId']),
			initialStatus: dice.pick(['COMPLETED', 'PENDING']),
			extraFields: dice.oneIn(2),
			sourceAmountAs: dice.pick(['number', 'decimalComma', 'binaryFraction']),
			failureShownIn: dice.oneIn(2) ? [...PLACES] : [dice.pick(PLACES)],
			visibleAfterSeconds,
		},
	};
}
