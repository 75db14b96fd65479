import { Ledger } from '../../../../nodes/Gmc/core/additions/ledger';

const charge = (name: string, amount = 1) => ({ names: [name], amount, currency: 'BRL' });
const now = new Date('2026-03-01T12:00:00Z');

/** The ledger as a later try finds it: the context has been stored and read again. */
function reopened(context: object, runIndex = 0): Ledger {
	return new Ledger(JSON.parse(JSON.stringify(context)) as Record<string, unknown>, runIndex);
}

test('a new ledger knows nothing', () => {
	const ledger = new Ledger({}, 0);
	expect(ledger.isEmpty).toBe(true);
	expect(ledger.take(charge('ana'))).toBeUndefined();
	expect(ledger.baseline).toEqual({ ids: [], isWhole: true });
});

test('an intent is there for the next try before any result is', () => {
	const context = {};
	new Ledger(context, 0).intend(charge('ana'), now);
	expect(reopened(context).take(charge('ana'))).toMatchObject({
		state: 'sent',
		askedAt: '2026-03-01T12:00:00.000Z',
	});
});

test('each entry is given out once', () => {
	const context = {};
	const ledger = new Ledger(context, 0);
	Object.assign(ledger.intend(charge('ana'), now), { state: 'issued', additionId: '1' });
	Object.assign(ledger.intend(charge('ana'), now), { state: 'issued', additionId: '2' });
	const next = reopened(context);
	const taken = [1, 2, 3].map(() => next.take(charge('ana'))?.additionId);
	expect(taken).toEqual(['1', '2', undefined]);
});

test('an entry with several names is given out once, whichever name asks', () => {
	const context = {};
	new Ledger(context, 0).intend({ ...charge('ana'), names: ['ana', '01234567890'] }, now);
	const next = reopened(context);
	expect(next.take(charge('012.345.678-90'))).toBeDefined();
	expect(next.take(charge('ana'))).toBeUndefined();
});

test('what this try wrote is not taken for an earlier one', () => {
	const ledger = new Ledger({}, 0);
	ledger.intend(charge('ana'), now);
	expect(ledger.take(charge('ana'))).toBeUndefined();
});

test('a rejected row may be sent again', () => {
	const context = {};
	new Ledger(context, 0).intend(charge('ana'), now).state = 'rejected';
	expect(reopened(context).take(charge('ana'))).toBeUndefined();
});

test('runs of one execution stay apart', () => {
	const context = {};
	new Ledger(context, 0).intend(charge('ana'), now);
	expect(reopened(context, 1).take(charge('ana'))).toBeUndefined();
});

test('the baseline grows and stays cut once it was cut', () => {
	const context = {};
	const ledger = new Ledger(context, 0);
	ledger.extendBaseline(['1'], true);
	ledger.extendBaseline(['1', '2'], false);
	ledger.extendBaseline([], true);
	expect(reopened(context).baseline).toEqual({ ids: ['1', '2'], isWhole: false });
});

test('issued and skipped additions are claimed, also those of other passes of a loop', () => {
	const context = {};
	new Ledger(context, 1).skip(charge('ana'), '9', now);
	const ledger = new Ledger(context, 0);
	ledger.intend(charge('ana'), now).additionId = '1';
	ledger.skip(charge('bruno'), '2', now);
	ledger.intend(charge('carla'), now);
	expect(ledger.claimedIds()).toEqual(['1', '2', '9']);
});

test('compacting keeps ids and lets go of additions', () => {
	const context = {};
	const ledger = new Ledger(context, 0);
	const addition = { _id: '1', large: 'x'.repeat(1000) };
	Object.assign(ledger.intend(charge('ana'), now), {
		...{ state: 'issued', additionId: '1', addition },
	});
	ledger.compact();
	expect(JSON.stringify(context).length).toBeLessThan(250);
	expect(reopened(context).take(charge('ana'))).toMatchObject({ state: 'issued', additionId: '1' });
});
