import type { IDataObject, INode } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import type { FaultInput } from '../../sandbox/state/faults';
import { ISSUE, LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN } from '../sandbox/routes';
import { Dice } from './dice';

/** One row of a sheet; the customer stands there by `_id` or by tax ID, however a person writes it. */
export interface SheetRow extends IDataObject {
	customer: string;
	amount: number;
	currency: string;
}

/** A random sheet, a random service, random faults, and a user's random settings. */
export interface Case {
	seed: number;
	sheet: SheetRow[];
	settings: SandboxSettingsInput;
	/** Seconds after which the list shows an addition. */
	visibleAfterSeconds: number;
	/** Equal additions that somebody made the day before. */
	strangers: SheetRow[];
	faults: FaultInput[];
	node: { onError: INode['onError']; retryOnFail: boolean; maxTries: number };
	options: IDataObject;
}

const AMOUNTS = [1, 2.5, 10];
const CURRENCIES = ['BRL', 'USDT', 'GMC', 'USD'];

/** The case of a seed, always the same one. */
export function makeCase(seed: number): Case {
	const dice = new Dice(seed);
	const sheet = Array.from({ length: dice.int(1, 40) }, () => makeRow(dice));
	const visibleAfterSeconds = dice.oneIn(3) ? 120 : 0;
	return {
		seed,
		sheet,
		visibleAfterSeconds,
		settings: makeService(dice, visibleAfterSeconds),
		strangers: dice.oneIn(3) ? sheet.slice(0, dice.int(1, 3)) : [],
		faults: Array.from({ length: dice.int(0, 5) }, () => makeFault(dice)),
		node: {
			onError: dice.pick(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
			retryOnFail: dice.oneIn(2),
			maxTries: dice.int(2, 3),
		},
		options: {
			concurrency: dice.int(1, 6),
			timeout: 0.25,
			duplicateProtection: dice.pick(['off', 'history']),
			validateFirst: !dice.oneIn(4),
		},
	};
}

function makeRow(dice: Dice): SheetRow {
	const { _id, taxId } = DEMO_CUSTOMERS[dice.int(0, 4)];
	const customer = dice.oneIn(2) ? _id : taxId;
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
			order: dice.pick(['newest', 'oldest', 'none']),
			finalDateInclusive: dice.oneIn(2),
			timeZone: dice.pick(['America/Sao_Paulo', 'UTC']),
		},
		timestamps: { createdAtFormat: dice.pick(['epochMs', 'epochSeconds']) },
		additions: {
			echoCustomerIdentifier: dice.pick(['asSent', '_id', 'taxId']),
			initialStatus: dice.pick(['COMPLETED', 'PENDING']),
			extraFields: dice.oneIn(2),
			visibleAfterSeconds,
		},
	};
}

const LOST_ANSWERS: Array<FaultInput['action']> = [
	{ type: 'commitThenReset' },
	{ type: 'commitThenStatus', status: 500 },
	{ type: 'commitThenStatus', status: 503 },
	{ type: 'commitThenHang' },
	{ type: 'halfAnswer' },
	{ type: 'html', status: 201 },
	{ type: 'emptyBody', status: 201 },
	{ type: 'json', status: 201, body: { title: 'ok' } },
];
const FAILURES: Array<FaultInput['action']> = [
	{ type: 'resetBefore' },
	{ type: 'hang' },
	{ type: 'status', status: 400, body: { message: 'no' } },
	{ type: 'status', status: 401, body: { message: 'no' } },
	{ type: 'status', status: 403, body: { message: 'no' } },
	{ type: 'status', status: 500 },
	{ type: 'status', status: 503 },
	{ type: 'html', status: 502 },
	{ type: 'rateLimit', retryAfter: 0 },
	{ type: 'latency', ms: 30 },
];

function makeFault(dice: Dice): FaultInput {
	const route = dice.pick([ISSUE, ISSUE, ISSUE, LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN]);
	const action = route === ISSUE && dice.oneIn(2) ? dice.pick(LOST_ANSWERS) : dice.pick(FAILURES);
	const when = dice.oneIn(2)
		? { nth: dice.int(1, 12) }
		: { probability: 0.2, seed: dice.int(1, 1_000_000) };
	return { route, action, times: dice.int(1, 3), ...when };
}
