import {
	baselineOf,
	isMemoryLost,
	storedIn,
} from '../../../../nodes/Gmc/core/additions/ledgerMemory';

describe('the memory of a node', () => {
	test('is lost where n8n knows of a run that it does not tell of, and stays so for every further retry', () => {
		const memory = {};
		expect(isMemoryLost(memory, () => true)).toBe(true);
		expect(isMemoryLost(memory, () => false)).toBe(true);
	});

	test('is not lost where nothing was run before', () => {
		expect(isMemoryLost({}, () => false)).toBe(false);
	});

	test('is not lost where it is there, and n8n is not asked then', () => {
		const memory = {};
		storedIn(memory).accounts.one = {};
		const wasCutOff = jest.fn(() => true);
		expect(isMemoryLost(memory, wasCutOff)).toBe(false);
		expect(wasCutOff).not.toHaveBeenCalled();
	});

	test('is changed in place', () => {
		const memory = {};
		storedIn(memory).accounts.one = { 0: { entries: [] } };
		expect(memory).toEqual({ gmcLedger: { accounts: { one: { 0: { entries: [] } } } } });
	});
});

test('a run that has not looked has overlooked nothing, one that saw a cut list may have', () => {
	expect(baselineOf()).toEqual({ ids: [], isWhole: true });
	const cut = { entries: [], baseline: ['1'], baselineIsWhole: false };
	expect(baselineOf(cut)).toEqual({ ids: ['1'], isWhole: false });
});
