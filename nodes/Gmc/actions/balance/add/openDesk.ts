import { withTimeout } from '../../../api/withTimeout';
import type { ListedAddition } from '../../../core/additions/addition';
import { delays } from '../../../core/util/delays';
import { isEpoch, readTimestamp } from '../../../core/util/time';
import { KeyDesk } from './keyDesk';
import { listRecent } from './recentList';
import type { Row } from './row';
import type { AddRun } from './run';

/**
 * Rows of a part: what a call of the ledger costs is shared by them, and a crash leaves the keys of three parts in
 * doubt at most, a third of the sheet or 600.
 */
const partSizeOf = (rows: number) => Math.min(200, Math.max(25, Math.ceil(rows / 10)));

/** The desk that knows which keys of these rows are ours to pay; none where no row has a key. */
export function openDesk(run: AddRun, rows: Row[]): KeyDesk | undefined {
	if (!rows.some(({ key }) => key !== undefined)) return undefined;
	const { context, account, settings, client } = run;
	const list = async (since: number) => {
		const { additions, isWhole } = await listRecent(run, since);
		if (!isWhole) return undefined;
		const madeAt = ({ createdAt }: ListedAddition) =>
			readTimestamp(createdAt, context.getTimezone());
		const isZoned = ({ createdAt }: ListedAddition) => isEpoch(createdAt);
		return { additions, madeAt, isZoned, clockOffset: client.transport.clockOffset };
	};
	const { ledgerTable: table, keyHoldMs: holdMs } = settings;
	const listOrNot = async (since: number) => {
		const asked = list(since).catch(() => undefined);
		const listed = await withTimeout(asked, delays.reconcileBudgetMs);
		return listed === 'late' ? undefined : listed;
	};
	const desk = { table, account, holdMs, list: listOrNot };
	return new KeyDesk(context, desk, partSizeOf(rows.length));
}
