import type { WholeList } from '../../../../api/additions';
import { RECENT_MINUTES, recentItems } from '../../../../core/additions/recent';
import type { AdditionItem } from '../../../../core/additions/item';
import type { Entry } from '../../../../core/ledger/entry';
import { mayOwnAddition } from '../../../../core/ledger/entry';
import { Listed } from '../../../../core/ledger/listed';
import { equalSince } from '../../../../core/ledger/neighbours';
import { showHint } from '../../../../shared/context';
import { mapItems } from '../../../../shared/eventLoop';
import { recentEnds } from '../ownProblems';
import type { Row, RowIn } from '../row';
import { chargeOf } from '../row';
import type { AddRun, Protection } from '../run';
import type { RowVerdict } from '../verdict';
import { byExecution } from './byExecution';

const again = byExecution(
	`refuses the paid rows for ${RECENT_MINUTES} minutes, then pays them again`,
);

/** A top-up that equals one of the last minutes is refused, whoever made it, unless this execution has. */
export const recent: Protection = {
	...again,
	neighbours: (isIgnored) => equalSince(RECENT_MINUTES * 60_000, isIgnored),
	compare: compareRecent,
	words: { ...again.words, ends: recentEnds },
};

/**
 * An addition that cannot be read counts as equal to any row that it may be. What this execution has made does not count, and
 * what the ledger knows to be another row's; see `Listed`.
 */
async function compareRecent(
	run: AddRun,
	planned: Array<RowIn<'planned'>>,
	list: WholeList,
): Promise<Map<Row, RowVerdict>> {
	const { context, ledger, client, execution } = run;
	if (!list.isWhole) {
		const happened = `GMC did not give its whole list, so not every row was compared with the top-ups of the last ${RECENT_MINUTES} minutes. Idempotency keys and batches do not need that list.`;
		showHint(context, 'warning', happened);
	}
	const now = Date.now() + (client.transport.clock.offset ?? 0);
	const others = list.additions.filter(({ _id }) => !ledger.made.has(_id));
	const items = recentItems(others, { now, timeZone: context.getTimezone() });
	const charges = planned.map(chargeOf);
	// Rows of one charge share their lists.
	const lists = new Set<AdditionItem[]>();
	await mapItems(charges.length, (at) => {
		for (const one of items.equal(charges[at])) lists.add(one);
		for (const one of items.maybe(charges[at])) lists.add(one);
	});
	const suspects = [...new Set([...lists].flat().map(({ addition }) => addition))];
	if (suspects.length === 0) return new Map();
	const additionIds = suspects.map(({ _id }) => _id);
	const owners = await ledger.read({ do: 'readOwners', additionIds });
	const isOwn = (entry: Entry) => execution.isOwn(entry);
	const listed = new Listed(items, suspects, owners.filter(mayOwnAddition), isOwn);
	const verdicts = new Map<Row, RowVerdict>();
	await mapItems(planned.length, (at) => {
		const suspect = listed.suspectOf(charges[at]);
		if (suspect) verdicts.set(planned[at], { is: 'listed', suspect });
	});
	return verdicts;
}
