import { Turns } from '../../../../nodes/Gmc/core/pace/turns';

/** Lets everything go on that can. */
const settle = async () => {
	for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** Lines up, and notes when the turn has come. */
function lineUp(turns: Turns, names: string[]) {
	const turn = { ...turns.lineUp(names), hasCome: false };
	void turn.come.then(() => (turn.hasCome = true));
	return turn;
}

test('those that share a name wait for each other, in order', async () => {
	const turns = new Turns();
	const line = [lineUp(turns, ['a']), lineUp(turns, ['a', 'b']), lineUp(turns, ['b'])];
	const here = async () => {
		await settle();
		return line.map(({ hasCome }) => hasCome);
	};
	expect(await here()).toEqual([true, false, false]);
	line[0].leave();
	expect(await here()).toEqual([true, true, false]);
	line[1].leave();
	expect(await here()).toEqual([true, true, true]);
});

test('those that share none do not wait', async () => {
	const turns = new Turns();
	lineUp(turns, ['a']);
	const other = lineUp(turns, ['b']);
	await settle();
	expect(other.hasCome).toBe(true);
});

test('who leaves the line lets nobody past those before', async () => {
	const turns = new Turns();
	const first = lineUp(turns, ['a']);
	const impatient = lineUp(turns, ['a']);
	const last = lineUp(turns, ['a']);
	impatient.leave();
	await settle();
	expect(last.hasCome).toBe(false);
	first.leave();
	await settle();
	expect(last.hasCome).toBe(true);
});

test('nothing is kept once all have left', async () => {
	const turns = new Turns();
	for (let n = 0; n < 3; n++) lineUp(turns, [`a${n}`, 'b', 'b']).leave();
	await settle();
	expect((turns as unknown as { last: Map<string, unknown> }).last.size).toBe(0);
});
