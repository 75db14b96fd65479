import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getAdditions } from '../../../api/additions';
import { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { listWhole } from '../../../api/wholeList';
import type { Handle, ReadEffect } from '../../../core/ledger/effects';
import { perform, readBy } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { claimIdOf, hasPaid, isOpen } from '../../../core/ledger/entry';
import { batchSet, keySet } from '../../../core/ledger/key';
import type { SheetRow } from '../../../core/reconcile/names';
import type { Span } from '../../../core/reconcile/period';
import { placeOf as placeIn } from '../../../core/reconcile/period';
import { reconcile as compare } from '../../../core/reconcile/reconcile';
import { dayBefore, dayIn, daysBehind } from '../../../core/time/time';
import { LedgerError } from '../../../ledger/ledgerError';
import { openTableIfThere } from '../../../ledger/openTable';
import { TableStore } from '../../../ledger/tableStore';
import { accountIn } from '../../../shared/context';
import { toErrorItem, toRowProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { optionsReader } from '../../../shared/options';
import { readItems } from '../../forEachItem';
import type { Operation } from '../../operation';
import { reconcileFields } from './fields';
import { hintAtFound, toListedItem, toRowItem } from './report';
import type { ReconcileSettings } from './sheet';
import { readRow, settingsOf } from './sheet';

/** Compares a sheet with GMC's list of a period and with the ledger. Only reads: sends nothing, creates no table. */
export const reconcile: Operation = {
	fields: reconcileFields,
	async execute(context, items) {
		if (items.length === 0) return [];
		const settings = settingsOf(context);
		const client = new GmcClient(context);
		const directory = await client.directory();
		const optionsOf = optionsReader(context);
		const { rows, failures } = await readItems(context, items.length, {
			read: (at) => readRow(context, at, optionsOf(at), directory),
		});
		const sheet = rows.map(({ input }) => input);
		const list = await listPeriod(client, settings.span, context.getTimezone());
		const ofPeriod = list.additions.filter((one) => list.placeOf(one) !== 'outside');
		const listedIds = ofPeriod.map(({ _id }) => _id);
		const { entries, ofNames } = await askLedger(context, settings, sheet, listedIds);
		// What the names have paid and GMC does not list may have failed since, or may differ from its row.
		const isListed = new Set(list.additions.map(({ _id }) => _id));
		const paid = ofNames.filter(hasPaid).flatMap(({ additionId }) => additionId ?? []);
		const missing = [...new Set(paid)].filter((id) => !isListed.has(id));
		const lookedUp = await getAdditions(client.transport, missing);
		const additions = [...list.additions, ...lookedUp.values()];
		const result = compare(sheet, { ...list, additions, directory }, entries);
		hintAtFound(context, result, failures.size, list.isWhole);
		const output: INodeExecutionData[] = [];
		const style = { context, directory, simplify: settings.simplify };
		for (const [at, error] of failures) output[at] = toErrorItem(toRowProblem(error, at));
		for (const [at, { itemIndex, input }] of rows.entries()) {
			output[itemIndex] = toRowItem(style, itemIndex, input, result.findings[at]);
		}
		return [...output, ...result.left.map((item) => toListedItem(style, item))];
	},
};

/** Lists the additions of a period and of the days around it. @throws GmcRequestError */
async function listPeriod({ transport }: GmcClient, span: Span, timeZone: string) {
	const at = Date.now();
	const first = dayBefore(dayIn(span.since, timeZone));
	const last = span.until && daysBehind(dayIn(span.until, timeZone));
	const { additions, isWhole } = await listWhole(transport, first, last || undefined);
	const { offset: clockOffset } = transport.clock;
	const placeOf = (addition: Addition) => placeIn(addition, span, { timeZone, clockOffset });
	return { at, span, isWhole, additions, placeOf };
}

/**
 * Reads from the ledger what is open, what was paid by the names of the rows and in the period, and which entries own the
 * listed additions. Ask after GMC, because its list may be late. Without a ledger, there are no entries, and a hint says so.
 *
 * @throws LedgerError if the ledger cannot be read: any listed addition may then belong to another name
 */
async function askLedger(
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
	let all: Entry[] = [];
	try {
		all = await askAll(handle, questions);
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
	const names = new Set([...refs, ...sets]);
	return { entries: all, ofNames: all.filter(({ set }) => names.has(set)) };
}

/** Asks also about the names of open entries: a crash may leave one behind whose name has paid since. */
async function askAll(handle: Handle, questions: ReadEffect[]): Promise<Entry[]> {
	const entries = new Map<string, Entry>();
	const ask = async (question: ReadEffect) => {
		const found = await perform(readBy(question), handle);
		for (const entry of found) entries.set(claimIdOf(entry), entry);
	};
	for (const question of questions) await ask(question);
	const refs = unique([...entries.values()].filter(isOpen).map(({ ref }) => ref || undefined));
	if (refs.length > 0) await ask({ do: 'read', refs });
	return [...entries.values()];
}

const unique = (all: Array<string | undefined>) =>
	[...new Set(all)].filter((one) => one !== undefined);
