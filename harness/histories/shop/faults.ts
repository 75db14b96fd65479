import fc from 'fast-check';
import { type FaultInput, GARBLED } from '../../../sandbox/state/faults';
import { LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN } from '../../sandbox/routes';

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
	{ type: 'status', status: 429, headers: { 'retry-after': '0' } },
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

/** What becomes of a top-up. @param maxLate seconds within which a lost request is carried out, if it is */
export function fateWithin(maxLate: number) {
	const late = fc.record({
		type: fc.constant('commitLate' as const),
		afterSeconds: fc.integer({ min: 0, max: maxLate }),
	});
	const lost = fc.oneof(late, fc.constant<Action>({ type: 'resetBefore' }));
	return fc.record({ nth, action: fc.oneof(action, lost) });
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
export const faultAround: fc.Arbitrary<FaultInput> = fc
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
