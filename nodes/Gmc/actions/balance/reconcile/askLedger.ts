import type { IExecuteFunctions } from 'n8n-workflow';
import type { Protocol } from '../../../core/ledger/effects';
import {
	perform,
	read,
	readOpen,
	readOwners,
	readSet,
	readSince,
} from '../../../core/ledger/effects';
import { isOpen, hasPaid } from '../../../core/ledger/entry';
import type { Known } from '../../../core/reconcile/books';
import type { SheetRow } from '../../../core/reconcile/names';
import { LedgerError } from '../../../ledger/ledgerError';
import { openTableIfThere } from '../../../ledger/openTable';
import { TableStore } from '../../../ledger/tableStore';
import { showHint } from '../../../shared/hints';
import type { ReconcileSettings } from './settings';

/** What the ledger is asked about. */
interface Questions {
	account: string;
	rows: SheetRow[];
	/** Ids of the additions of the list. */
	additionIds: string[];
}

/**
 * Asks the ledger what the names of the rows have paid, what else has paid in the period or is open, and who has paid
 * what is listed. Where there is none, which is said, or this n8n has no Data Tables, nothing stands in one.
 *
 * @throws LedgerError where it cannot be read: any addition may then be another name's
 */
export async function askLedger(
	context: IExecuteFunctions,
	settings: ReconcileSettings,
	questions: Questions,
): Promise<Known> {
	const { ledgerTable: table } = settings;
	try {
		const known = await readKnown(context, settings, questions);
		if (!(await openTableIfThere(context, table, async () => true))) {
			showHint(
				context,
				'warning',
				`This project has no ledger (Data Table "${table}"), so only GMC's list tells what is paid. If your rows were paid with another ledger, name it in Ledger Table`,
			);
		}
		return known;
	} catch (error) {
		// Where this n8n has no Data Tables, nothing stands in one.
		if (error instanceof LedgerError && error.isAbsent) {
			return { ofNames: [], open: [], paid: [], owners: new Map() };
		}
		return await Promise.reject(error as Error);
	}
}

/**
 * After the list was read: what it does not show yet is then known to be paid. What is open before what has paid: an entry
 * that is settled meanwhile is then found twice, and not never.
 */
async function readKnown(
	context: IExecuteFunctions,
	{ ledgerTable: table, span }: ReconcileSettings,
	{ account, rows, additionIds }: Questions,
): Promise<Known> {
	const list = async () => undefined;
	const { handle } = new TableStore(context, { table, account, list });
	const ask = async <T>(question: Protocol<T>) => await perform(question, handle);
	const open = (await ask(readOpen())).filter(isOpen);
	const keyRefs = new Set(rows.flatMap(({ key }) => key?.ref ?? []));
	const ofNames = keyRefs.size > 0 ? await ask(read([...keyRefs])) : [];
	for (const set of new Set(rows.flatMap((row) => row.batchSet ?? []))) {
		ofNames.push(...(await ask(readSet(set))));
	}
	const paid = (await ask(readSince(span.since, span.until))).filter(hasPaid);
	const owners = additionIds.length > 0 ? await ask(readOwners(additionIds)) : [];
	// One that has paid owns its addition; others have named it, such as one whose addition has failed.
	owners.sort((one, other) => Number(hasPaid(one)) - Number(hasPaid(other)));
	const byAddition = new Map(owners.map((entry) => [entry.additionId ?? '', entry]));
	return { ofNames, open, paid, owners: byAddition };
}
