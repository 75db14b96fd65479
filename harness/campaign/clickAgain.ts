import type { IDataObject } from 'n8n-workflow';
import { tally } from '../sandbox/books';
import { passTime } from '../system/time';
import type { Player, Told } from './executions';
import { start, withPatience } from './executions';
import { additionName, chargeName, inAccount } from './judge';
import type { Opening } from './opening';
import { booksOf } from './opening';

/**
 * A second click under `recent`, as soon as the list can show what the first one has made: no row that equals an
 * addition of the last minutes, or one of unknown fate, is sent.
 *
 * @returns what was sent all the same, or not refused; undefined where nobody clicks again
 */
export async function clickAgain(
	player: Player,
	opening: Opening,
	first: { told: Told; options: IDataObject },
): Promise<string[] | undefined> {
	const { service, one, dice } = player;
	// Without the list, or without who a customer is, nothing can be compared, and a hint says so.
	const canCompare = one.options.duplicateProtection === 'recent' && one.options.validateFirst;
	if (!canCompare || !dice.oneIn(2)) return undefined;
	await service.admin.clearFaults();
	passTime({ seconds: one.visibleAfterSeconds + 1 });
	const books = async () =>
		tally(inAccount(await booksOf(service, opening), false).map(additionName));
	const before = await books();
	const inDoubt = one.sheet.filter((_, row) => first.told.verdicts[row].outcome === 'unknown');
	const suspected = new Set([...Object.keys(before), ...inDoubt.map(chargeName)]);
	const { verdicts } = await start(player, withPatience(first.options));
	const after = await books();
	const sent = [...suspected].filter((name) => (after[name] ?? 0) > (before[name] ?? 0));
	const taken = one.sheet.flatMap((row, index) => {
		const { outcome } = verdicts[index];
		const isRefused = outcome === 'rejected' || outcome === 'notAttempted';
		return suspected.has(chargeName(row)) && !isRefused ? [`row ${index + 1} is ${outcome}`] : [];
	});
	return [...sent.map((name) => `${name}: sent by a second click`), ...taken];
}
