import type { FaultInput } from '../../sandbox/state/faults';
import { GARBLED } from '../../sandbox/state/faults';
import { ISSUE, LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN } from '../sandbox/routes';
import type { Dice } from './dice';

type Action = FaultInput['action'];

const LOST_ANSWERS: Action[] = [
	{ type: 'commitThenReset' },
	{ type: 'commitThenStatus', status: 500 },
	{ type: 'commitThenStatus', status: 503 },
	{ type: 'commitThenHang' },
	{ type: 'halfAnswer' },
	{ type: 'html', status: 201 },
	{ type: 'emptyBody', status: 201 },
	{ type: 'json', status: 201, body: { title: 'ok' } },
	{ type: 'drip', ms: 1, bytes: 200 },
];

const FAILURES: Action[] = [
	{ type: 'resetBefore' },
	{ type: 'hang' },
	{ type: 'status', status: 400, body: { message: 'no' } },
	{ type: 'status', status: 401, body: { message: 'no' } },
	{ type: 'status', status: 403, body: { message: 'no' } },
	{ type: 'status', status: 500 },
	{ type: 'status', status: 503 },
	{ type: 'html', status: 502 },
	{ type: 'html', status: 403 },
	{ type: 'html', status: 400 },
	{ type: 'rateLimit', retryAfter: 0 },
	{ type: 'latency', ms: 30 },
];

const MISMATCHES = ['amount', 'currency', 'earlierId', 'earlierAddition'] as const;

/** What the settings of a case leave to be played. */
export interface Limits {
	/** Whether a list may lose additions for a poll. */
	mayLose: boolean;
	/** Whether the node knows every identifier of a customer, and so notices another one. */
	knowsCustomers: boolean;
}

function issueAction(dice: Dice, { knowsCustomers }: Limits): Action {
	const mismatches = knowsCustomers ? (['customer', ...MISMATCHES] as const) : MISMATCHES;
	const kind = dice.int(1, 8);
	if (kind <= 3) return dice.pick(LOST_ANSWERS);
	if (kind <= 5) {
		return { type: 'wrongAnswer', differs: dice.pick(mismatches), commit: dice.oneIn(2) };
	}
	return kind === 6 ? { type: 'commitAsFailed' } : dice.pick(FAILURES);
}

function listAction(dice: Dice, { mayLose }: Limits): Action {
	const every = dice.int(1, 3);
	const kind = dice.int(1, 6);
	if (kind <= 2) return { type: 'garble', every, as: dice.pick(GARBLED) };
	if (kind === 3) return { type: 'drip', ms: 1, bytes: 200 };
	if (kind === 4 && mayLose) return { type: 'lose', every };
	return dice.pick(FAILURES);
}

/** A list of customers that is behind, or any other failure. */
const customersAction = (dice: Dice): Action =>
	dice.oneIn(2) ? { type: 'json', status: 200, body: [] } : dice.pick(FAILURES);

/** A random fault. */
export function makeFault(dice: Dice, limits: Limits): FaultInput {
	const routes = [ISSUE, ISSUE, ISSUE, LIST_ADDITIONS, LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN];
	const route = dice.pick(routes);
	const action = () => {
		if (route === ISSUE) return issueAction(dice, limits);
		if (route === LIST_ADDITIONS) return listAction(dice, limits);
		return route === LIST_CUSTOMERS ? customersAction(dice) : dice.pick(FAILURES);
	};
	const when = dice.oneIn(2)
		? { nth: dice.int(1, 12) }
		: { probability: 0.2, seed: dice.int(1, 1_000_000) };
	return { route, action: action(), times: dice.int(1, 3), ...when };
}
