import { withTimeout } from '../../../api/withTimeout';
import type { ListedAddition } from '../../../core/additions/addition';
import { delays } from '../../../core/util/delays';
import { isEpoch, readTimestamp } from '../../../core/util/time';
import { KeyDesk } from './keyDesk';
import { KeylessDesk } from './keylessDesk';
import type { DeskSettings } from './desk';
import { listRecent } from './recentList';
import type { Row } from './row';
import type { AddRun } from './run';

/**
 * Rows of a part: what a call of the ledger costs is shared by them, and a crash leaves the keys of about four parts
 * in doubt at most: 100 of a small sheet, never more than about 800 (key-protocol.md).
 */
const partSizeOf = (rows: number) => Math.min(200, Math.max(25, Math.ceil(rows / 10)));

/** The desk that knows which keys of these rows are ours to pay; where none has a key, whose fate is open. */
export function openDesk(run: AddRun, rows: Row[]): KeyDesk | KeylessDesk {
	const hasKeys = rows.some(({ key }) => key !== undefined);
	const settings = ledgerSettings(run);
	if (!hasKeys)
		return new KeylessDesk(run.context, { ...settings, list: listForKeyless(run, settings) });
	return new KeyDesk(run.context, settings, partSizeOf(rows.length));
}

/** What rows without a key were given stands in no table: this execution alone remembers it, over the passes of a loop. */
function listForKeyless(run: AddRun, { list }: DeskSettings): DeskSettings['list'] {
	return async (since) => {
		const listed = await list(since);
		return listed && { ...listed, taken: run.ledger.claims };
	};
}

function ledgerSettings(run: AddRun): DeskSettings {
	const { context, account, settings, client } = run;
	const list = async (since: number) => {
		const { additions, isWhole } = await listRecent(run, since);
		if (!isWhole) return undefined;
		const madeAt = ({ createdAt }: ListedAddition) =>
			readTimestamp(createdAt, context.getTimezone());
		const isZoned = ({ createdAt }: ListedAddition) => isEpoch(createdAt);
		return { additions, madeAt, isZoned, clockOffset: client.transport.clock.offset };
	};
	const listOrNot = async (since: number) => {
		const asked = list(since).catch(() => undefined);
		const listed = await withTimeout(asked, delays.reconcileBudgetMs);
		return listed === 'late' ? undefined : listed;
	};
	const { ledgerTable: table, holdMs } = settings;
	return { table, account, holdMs, timeoutMs: settings.timeout * 1000, list: listOrNot };
}
