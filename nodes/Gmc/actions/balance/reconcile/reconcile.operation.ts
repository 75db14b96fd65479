import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import { listWhole } from '../../../api/additions';
import type { Addition } from '../../../core/service/record';
import { certainTimeOf } from '../../../core/additions/recent';
import { customerOf, itemStatus } from '../../../core/additions/simplified';
import type { CustomerDirectory } from '../../../core/customers/directory';
import type { Entry } from '../../../core/ledger/entry';
import { hasPaid } from '../../../core/ledger/entry';
import type { Finding } from '../../../core/reconcile/books';
import type { GmcList } from '../../../core/reconcile/payments';
import { REASONS } from '../../../core/reconcile/payments';
import type { Span } from '../../../core/reconcile/period';
import { placesIn } from '../../../core/reconcile/period';
import { reconcile as compare } from '../../../core/reconcile/reconcile';
import type { SheetRow } from '../../../core/reconcile/sheetRow';
import { entriesFor, setsOf } from '../../../core/reconcile/sheetRow';
import { count, tally } from '../../../core/texts/words';
import { dayBefore, dayIn, localTime, twoDaysAfter } from '../../../core/time/time';
import { toRowProblem, withoutUndefined } from '../../../shared/errors';
import { showHint } from '../../../shared/context';
import { inSlices, mapItems } from '../../../shared/eventLoop';
import { toItem, withNodeMetadata } from '../../../shared/items';
import { MOST_FIELDS } from '../../../shared/output';
import { toErrorItem } from '../../../shared/refusal';
import { readInputs } from '../../forEachItem';
import type { Operation } from '../../operation';
import { namedAdditions } from '../namedAdditions';
import { readLedger } from '../readLedger';
import type { ReconcileSettings } from './input';
import { reconcileFields, rowReader, reconcileSettingsOf } from './input';

/** Compares a sheet with GMC's list of a period and with the ledger. Only reads: sends nothing, creates no table. */
export const reconcile: Operation = {
	option: {
		name: 'Reconcile',
		value: 'reconcile',
		action: 'Reconcile rows',
		description: "Compare rows with GMC's list and the ledger. Reads only.",
	},
	fields: reconcileFields,
	async execute(context, items) {
		if (items.length === 0) return [];
		const settings = await reconcileSettingsOf(context, items.length);
		const client = new GmcClient(context);
		const directory = await client.directory();
		const reader = await rowReader(context, directory);
		const { rows, failures } = await readInputs(context, items.length, reader);
		const sheet = rows.map(({ input }) => input);
		const listed = await listPeriod(client, settings.span, context.getTimezone());
		const entries = await askLedger({ context, client }, settings, sheet, listed);
		const others = await paidElsewhere({ context, client }, sheet, { entries, list: listed });
		const list = { ...listed, additions: [...listed.additions, ...others] };
		const findings = await inSlices(compare(sheet, list, entries));
		hintAtFound(context, findings, { failed: failures.size, isWhole: list.isWhole });
		const style = { context, directory, simplify: settings.simplify };
		const output: INodeExecutionData[] = [];
		for (const [at, error] of failures) output[at] = toErrorItem(context, toRowProblem(error, at));
		await mapItems(findings.length, (at) => {
			const place = rows[at]?.itemIndex ?? output.length;
			output[place] = toOutputItem(style, findings[at], rows[at]);
		});
		// Rows that are left out have none.
		return output.filter((item) => item !== undefined);
	},
};

/** Looks up what the names of the rows have paid and GMC does not list: it may have failed since, or differ from its row. */
async function paidElsewhere(
	run: { context: IExecuteFunctions; client: GmcClient },
	rows: SheetRow[],
	{ entries, list }: { entries: Entry[]; list: GmcList },
): Promise<Addition[]> {
	const sets = new Set(rows.flatMap(setsOf));
	const known = new Set(list.additions.map(({ _id }) => _id));
	const ofNames = entries.filter(
		(entry) =>
			sets.has(entry.set) &&
			hasPaid(entry) &&
			!entry.isForeign &&
			!known.has(entry.additionId ?? ''),
	);
	return [...(await namedAdditions(run, ofNames)).values()];
}

/** Lists the additions of a period and of the days around it. @throws GmcRequestError */
async function listPeriod(client: GmcClient, span: Span, timeZone: string): Promise<GmcList> {
	const at = Date.now();
	const first = dayBefore(dayIn(span.since, timeZone));
	const last = span.until && twoDaysAfter(dayIn(span.until, timeZone));
	const { additions, isWhole } = await listWhole(client.transport, first, last || undefined);
	const placeOf = placesIn(span, timeZone, client.transport.clock.offset);
	return { at, span, isWhole, additions, placeOf, directory: await client.directory() };
}

/**
 * Reads what the ledger has about the rows and the period. Ask after GMC, because its list may be late. Without a ledger,
 * there are no entries, and a hint says so.
 *
 * @throws LedgerError if the ledger cannot be read: any listed addition may then belong to another name
 */
async function askLedger(
	{ context, client }: { context: IExecuteFunctions; client: GmcClient },
	{ ledgerTable: table, span }: ReconcileSettings,
	rows: SheetRow[],
	{ additions, placeOf }: GmcList,
): Promise<Entry[]> {
	const ofPeriod = additions.filter((one) => placeOf(one) !== 'outside').map(({ _id }) => _id);
	const wanted = () => entriesFor(rows, span, ofPeriod);
	const ledger = await readLedger(context, client, table, wanted);
	if (ledger === undefined) return [];
	if (!ledger.isThere) {
		const message = `This project has no ledger (Data Table "${table}"), so rows were compared with GMC's list only. If your rows were paid with another ledger, name it in 'Ledger Table'`;
		showHint(context, 'warning', message);
	}
	// What another GMC has paid concerns only the rows that have its key or batch.
	const sets = new Set(rows.flatMap(setsOf));
	return ledger.entries.filter((entry) => sets.has(entry.set) || !ledger.isOfOtherGmc(entry));
}

/**
 * A finding as an item (reference.md "Balance: Reconcile").
 *
 * @param row undefined for a top-up that is in no row. Without Simplify, that is GMC's record
 */
function toOutputItem(
	style: { context: IExecuteFunctions; directory: CustomerDirectory; simplify: boolean },
	{ found, item, entry, why }: Finding,
	row?: { itemIndex: number; input: SheetRow },
): INodeExecutionData {
	const { context, directory, simplify } = style;
	const timeZone = context.getTimezone();
	const { customerId: givenAs, charge, key, batch } = row?.input ?? {};
	const { customerId, customerName } = customerOf(givenAs ?? item?.identifier, directory);
	const { amount, currency } = charge ?? item ?? {};
	const at = (item && certainTimeOf(item.addition, timeZone)) ?? entry?.askedAt;
	const record = withoutUndefined({
		found,
		reason: why && REASONS[why],
		customerId: simplify ? customerId : undefined,
		customerName,
		amount,
		currency,
		additionId: item?.addition._id ?? entry?.additionId,
		status: simplify && item ? (itemStatus(item) as string | undefined) : undefined,
		idempotencyKey: key ?? entry?.key,
		batchName: batch?.label ?? entry?.batch,
		note: simplify ? undefined : entry?.note,
		at: at === undefined ? undefined : localTime(at, timeZone),
	});
	// An empty list: n8n would pair an item without one with the only row of a sheet.
	const pairedItem = row === undefined ? [] : { item: row.itemIndex };
	if (simplify) return { json: withMostFields(record), pairedItem };
	if (row !== undefined) return { json: { _gmc: record }, pairedItem };
	const known = withoutUndefined({ ...record, workflow: entry?.workflow });
	return { ...toItem(context, withNodeMetadata(item!.addition, known)), pairedItem };
}

/** With a reason, a key and a batch it has one field too many. The customer is known by name, too. */
function withMostFields(record: IDataObject): IDataObject {
	const fields = Object.entries(record);
	if (fields.length <= MOST_FIELDS) return record;
	return Object.fromEntries(fields.filter(([name]) => name !== 'customerId'));
}

/** @param failed rows that could not be read */
function hintAtFound(
	context: IExecuteFunctions,
	findings: Finding[],
	{ failed, isWhole }: { failed: number; isWhole: boolean },
): void {
	const counts = { listed: 0, paidBefore: 0, uncertain: 0, notListed: 0, onlyListed: 0 };
	for (const { found } of findings) counts[found]++;
	const { listed, paidBefore, uncertain, notListed, onlyListed } = counts;
	const rows = tally([
		[listed, 'listed'],
		[paidBefore, 'paid before'],
		[uncertain, 'uncertain'],
		[notListed, 'not listed'],
		[failed, 'could not be read'],
	]);
	const all = count(findings.length - onlyListed + failed, 'row', 'rows');
	const inNoRow = count(onlyListed, 'top-up', 'top-ups');
	const incomplete = isWhole ? '' : ". GMC's list of this period is incomplete";
	const isClear = uncertain + notListed + failed + onlyListed === 0 && isWhole;
	const message = `Of ${all}: ${rows}. ${inNoRow} of the period in no row${incomplete}`;
	showHint(context, isClear ? 'info' : 'warning', message);
}
