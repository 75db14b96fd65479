import { Ledger } from '../../../../nodes/Gmc/core/additions/ledger';
import { isMemoryLost } from '../../../../nodes/Gmc/core/additions/ledgerMemory';

const charge = (name: string, amount = 1) => ({ identifiers: [name], amount, currency: 'BRL' });
const now = new Date('2026-03-01T12:00:00Z');

/** The ledger as a later try finds it: the context has been stored and read again. */
function reopened(context: object, runIndex = 0): Ledger {
	return new Ledger(
		JSON.parse(JSON.stringify(context)) as Record<string, unknown>,
		'account',
		runIndex,
	);
}

test('a new ledger knows nothing', () => {
	const ledger = new Ledger({}, 'account', 0);
	expect(ledger.isEmpty).toBe(true);
	expect(ledger.match(charge('ana'))).toBeUndefined();
	expect(ledger.baseline).toEqual({ ids: [], isWhole: true });
});

test('an intent is there for the next try before any result is', () => {
	const context = {};
	new Ledger(context, 'account', 0).intend(charge('ana'), now);
	expect(reopened(context).match(charge('ana'))).toMatchObject({
		state: 'intended',
		askedAt: '2026-03-01T12:00:00.000Z',
	});
});

test('each entry is given out once', () => {
	const context = {};
	const ledger = new Ledger(context, 'account', 0);
	for (const _id of ['1', '2']) ledger.recordIssued(ledger.intend(charge('ana'), now), { _id });
	const next = reopened(context);
	const taken = [1, 2, 3].map(() => next.match(charge('ana'))?.additionId);
	expect(taken).toEqual(['1', '2', undefined]);
});

test('an entry with several identifiers is given out once, whichever name asks', () => {
	const context = {};
	new Ledger(context, 'account', 0).intend(
		{ ...charge('ana'), identifiers: ['ana', '01234567890'] },
		now,
	);
	const next = reopened(context);
	expect(next.match(charge('012.345.678-90'))).toBeDefined();
	expect(next.match(charge('ana'))).toBeUndefined();
});

test('what this try wrote is not taken for an earlier one', () => {
	const ledger = new Ledger({}, 'account', 0);
	ledger.intend(charge('ana'), now);
	expect(ledger.match(charge('ana'))).toBeUndefined();
});

test('a rejected row may be sent again', () => {
	const context = {};
	const ledger = new Ledger(context, 'account', 0);
	ledger.release(ledger.intend(charge('ana'), now));
	expect(reopened(context).match(charge('ana'))).toBeUndefined();
});

test('the baseline grows and stays cut once it was cut', () => {
	const context = {};
	const ledger = new Ledger(context, 'account', 0);
	ledger.extendBaseline(['1'], true);
	ledger.extendBaseline(['1', '2'], false);
	ledger.extendBaseline([], true);
	expect(reopened(context).baseline).toEqual({ ids: ['1', '2'], isWhole: false });
});

const item = (_id: string, claim = _id) => ({ addition: { _id }, claim, isFailed: false });

test('issued and skipped additions are claimed, also those of other passes of a loop', () => {
	const context = {};
	new Ledger(context, 'account', 1).skip(charge('ana'), item('9', '9#1'), now);
	const ledger = new Ledger(context, 'account', 0);
	ledger.recordIssued(ledger.intend(charge('ana'), now), { _id: '1' });
	ledger.skip(charge('bruno'), item('2'), now);
	ledger.intend(charge('carla'), now);
	expect([...ledger.claims].sort()).toEqual(['1', '2', '9#1']);
	expect(['1', '2', '9', '3'].map((id) => ledger.isKnown(id))).toEqual([true, true, true, false]);
	expect([...reopened(context).claims].sort()).toEqual(['1', '2', '9#1']);
});

test('what another pass left in doubt is the same charge, what it settled is not', () => {
	const context = {};
	const first = new Ledger(context, 'account', 0);
	first.intend(charge('ana'), now);
	first.recordIssued(first.intend(charge('bruno'), now), { _id: '1' });
	const second = reopened(context, 1);
	expect(second.isEmpty).toBe(false);
	expect(second.othersInDoubt()).toMatchObject([charge('ana')]);
	expect(second.match(charge('ana'))).toMatchObject({ state: 'intended' });
	expect(second.othersInDoubt()).toEqual([]);
	expect(second.match(charge('bruno'))).toBeUndefined();
});

test('one account knows nothing of another', () => {
	const context = {};
	const ledger = new Ledger(context, 'account', 0);
	ledger.recordIssued(ledger.intend(charge('ana'), now), { _id: '1' });
	const other = new Ledger(context, 'another', 0);
	expect(other.isEmpty).toBe(true);
	expect(other.match(charge('ana'))).toBeUndefined();
	expect(other.isKnown('1')).toBe(false);
});

test('compacting keeps ids and lets go of additions', () => {
	const context = {};
	const ledger = new Ledger(context, 'account', 0);
	const addition = { _id: '1', large: 'x'.repeat(1000) };
	ledger.recordIssued(ledger.intend(charge('ana'), now), addition);
	ledger.compact();
	expect(JSON.stringify(context).length).toBeLessThan(250);
	expect(reopened(context).match(charge('ana'))).toMatchObject({
		state: 'issued',
		additionId: '1',
	});
});

test('a memory that n8n has lost stays lost, although something is remembered anew', () => {
	const context = {};
	expect(isMemoryLost(context, () => true)).toBe(true);
	new Ledger(context, 'account', 0).intend(charge('ana'), now);
	expect(isMemoryLost(context, () => false)).toBe(true);
});

test('where there is a memory nobody asks whether it was lost', () => {
	const context = {};
	expect(isMemoryLost(context, () => false)).toBe(false);
	expect(isMemoryLost(context, () => true)).toBe(false);
});

describe('a request that another pass of a loop has lost', () => {
	const lost = () => {
		const context = {};
		const first = new Ledger(context, 'account', 0);
		first.extendBaseline(['before'], true);
		first.intend(charge('ana'), now);
		return context;
	};

	test('is given to the pass that asks for it, and found by the next try of that pass', () => {
		const context = lost();
		const second = new Ledger(context, 'account', 1);
		second.recordIssued(second.match(charge('ana'))!, { _id: '1' });
		expect(reopened(context, 1).match(charge('ana'))).toMatchObject({ additionId: '1' });
		expect(reopened(context, 2).match(charge('ana'))).toBeUndefined();
	});

	test('is compared with what was there before it, not before the later pass', () => {
		const context = lost();
		const second = new Ledger(context, 'account', 1);
		second.extendBaseline(['before', 'its own'], false);
		const entry = second.match(charge('ana'))!;
		expect(second.baselineFor([entry])).toEqual({ ids: ['before'], isWhole: true });
		const both = [entry, second.intend(charge('bruno'), now)];
		expect(second.baselineFor(both)).toEqual({ ids: ['before', 'its own'], isWhole: false });
	});
});
