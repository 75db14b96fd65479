import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import { listWhole } from '../../../api/wholeList';
import type { ListedAddition } from '../../../core/additions/addition';
import type { Entry } from '../../../core/ledger/entry';
import { hasPaid } from '../../../core/ledger/entry';
import type { SheetRow } from '../../../core/reconcile/names';
import { entriesFor, setOf } from '../../../core/reconcile/names';
import type { Span } from '../../../core/reconcile/period';
import { placesIn } from '../../../core/reconcile/period';
import type { GmcList } from '../../../core/reconcile/reconcile';
import { reconcile as compare } from '../../../core/reconcile/reconcile';
import { dayBefore, dayIn, twoDaysAfter } from '../../../core/time/time';
import { openTableIfThere } from '../../../ledger/openTable';
import { toErrorItem, toRowProblem } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { optionsReader } from '../../../shared/options';
import { readItems } from '../../forEachItem';
import type { Operation } from '../../operation';
import { namedAdditions } from '../namedAdditions';
import { readLedger } from '../readLedger';
import { hintAtFound, toOutputItem } from './report';
import type { ReconcileSettings } from './sheet';
import { readRow, reconcileFields, settingsOf } from './sheet';

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
		const entries = await askLedger(context, settings, sheet, list);
		const paid = await paidElsewhere({ context, client }, sheet, {
			entries,
			listed: list.additions,
		});
		const additions = [...list.additions, ...paid];
		const findings = compare(sheet, { ...list, additions }, entries);
		hintAtFound(context, findings, { failed: failures.size, isWhole: list.isWhole });
		const style = { context, directory, simplify: settings.simplify };
		const output: INodeExecutionData[] = [];
		for (const [at, error] of failures) output[at] = toErrorItem(toRowProblem(error, at));
		for (const [at, finding] of findings.entries()) {
			const place = rows[at]?.itemIndex ?? output.length;
			output[place] = toOutputItem(style, finding, rows[at]);
		}
		return output;
	},
};

/** Looks up what the names of the rows have paid and GMC does not list: it may have failed since, or differ from its row. */
async function paidElsewhere(
	run: { context: IExecuteFunctions; client: GmcClient },
	rows: SheetRow[],
	{ entries, listed }: { entries: Entry[]; listed: ListedAddition[] },
): Promise<ListedAddition[]> {
	const sets = new Set(rows.map(setOf));
	const known = new Set(listed.map(({ _id }) => _id));
	const ofNames = entries.filter(
		(entry) => sets.has(entry.set) && hasPaid(entry) && !known.has(entry.additionId ?? ''),
	);
	return [...(await namedAdditions(run, ofNames)).values()];
}

/** Lists the additions of a period and of the days around it. @throws GmcRequestError */
async function listPeriod(client: GmcClient, span: Span, timeZone: string): Promise<GmcList> {
	const { transport } = client;
	const directory = await client.directory();
	const at = Date.now();
	const first = dayBefore(dayIn(span.since, timeZone));
	const last = span.until && twoDaysAfter(dayIn(span.until, timeZone));
	const { additions, isWhole } = await listWhole(transport, first, last || undefined);
	const placeOf = placesIn(span, timeZone, transport.clock.offset);
	return { at, span, isWhole, additions, placeOf, directory };
}

/**
 * Reads what the ledger has about the rows and the period. Ask after GMC, because its list may be late. Without a ledger,
 * there are no entries, and a hint says so.
 *
 * @throws LedgerError if the ledger cannot be read: any listed addition may then belong to another name
 */
async function askLedger(
	context: IExecuteFunctions,
	{ ledgerTable: table, span }: ReconcileSettings,
	rows: SheetRow[],
	{ additions, placeOf }: GmcList,
): Promise<Entry[]> {
	const ofPeriod = additions.filter((one) => placeOf(one) !== 'outside').map(({ _id }) => _id);
	const entries = await readLedger(context, table, entriesFor(rows, span, ofPeriod));
	if (entries === undefined) return [];
	if (!(await openTableIfThere(context, table, async () => true))) {
		const message = `This project has no ledger (Data Table "${table}"), so rows were compared with GMC's list only. If your rows were paid with another ledger, name it in Ledger Table`;
		showHint(context, 'warning', message);
	}
	return entries;
}
