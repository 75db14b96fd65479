import type { IExecuteFunctions } from 'n8n-workflow';
import type { ReadEffect } from '../../../core/ledger/effects';
import { perform, readBy } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { claimIdOf } from '../../../core/ledger/entry';
import { batchSet, keySet } from '../../../core/ledger/key';
import type { SheetRow } from '../../../core/reconcile/names';
import { LedgerError } from '../../../ledger/ledgerError';
import { openTableIfThere } from '../../../ledger/openTable';
import { TableStore } from '../../../ledger/tableStore';
import { accountIn } from '../../../shared/context';
import { showHint } from '../../../shared/hints';
import type { ReconcileSettings } from './sheet';

/**
 * Reads from the ledger what is open, what was paid by the names of the rows and in the period, and which entries own the
 * listed additions. Ask after GMC, because its list may be late. Without a ledger, there are no entries, and a hint says so.
 *
 * @throws LedgerError if the ledger cannot be read: any listed addition may then belong to another name
 */
export async function askLedger(
	context: IExecuteFunctions,
	{ ledgerTable: table, span }: ReconcileSettings,
	rows: SheetRow[],
	additionIds: string[],
): Promise<{ entries: Entry[]; ofNames: Entry[] }> {
	const list = async () => undefined;
	const { handle } = new TableStore(context, { table, account: await accountIn(context), list });
	const refs = unique(rows.map(({ key }) => key && keySet(key)));
	const sets = unique(rows.map(({ batch }) => batch && batchSet(batch)));
	// Open entries first: if one is settled meanwhile, it is found twice instead of never.
	const questions: ReadEffect[] = [
		{ do: 'readOpen' },
		...(refs.length > 0 ? [{ do: 'read', refs } as const] : []),
		...sets.map((set) => ({ do: 'readSet', set }) as const),
		{ do: 'readSince', ...span },
		...(additionIds.length > 0 ? [{ do: 'readOwners', additionIds } as const] : []),
	];
	const entries = new Map<string, Entry>();
	try {
		for (const question of questions) {
			const found = await perform(readBy(question), handle);
			for (const entry of found) entries.set(claimIdOf(entry), entry);
		}
		if (!(await openTableIfThere(context, table, async () => true))) {
			showHint(
				context,
				'warning',
				`This project has no ledger (Data Table "${table}"), so rows were compared with GMC's list only. If your rows were paid with another ledger, name it in Ledger Table`,
			);
		}
	} catch (error) {
		const isAbsent = error instanceof LedgerError && error.isAbsent;
		if (!isAbsent) return await Promise.reject(error as Error);
	}
	const all = [...entries.values()];
	const names = new Set([...refs, ...sets]);
	return { entries: all, ofNames: all.filter(({ set }) => names.has(set)) };
}

const unique = (all: Array<string | undefined>) =>
	[...new Set(all)].filter((one) => one !== undefined);
