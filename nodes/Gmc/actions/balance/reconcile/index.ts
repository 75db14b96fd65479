import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { listWhole } from '../../../api/wholeList';
import { hasPaid } from '../../../core/ledger/entry';
import type { Known } from '../../../core/reconcile/books';
import { CustomerNames } from '../../../core/reconcile/customers';
import type { Span } from '../../../core/reconcile/period';
import { placeOf as placeIn } from '../../../core/reconcile/period';
import { reconcile as compare } from '../../../core/reconcile/reconcile';
import { addDays, dayIn } from '../../../core/time/time';
import { accountIn } from '../../../shared/context';
import type { RowProblem } from '../../../shared/errors';
import { toErrorItem } from '../../../shared/errors';
import { hintAtFailed } from '../../../shared/hints';
import { refuseRows } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { additionsById } from '../additionsById';
import { askLedger } from './askLedger';
import { reconcileFields } from './fields';
import { hintAtFound, toListedItem, toRowItem } from './report';
import { settingsOf } from './settings';
import { identifyRow, readSheet } from './sheet';

/** Compares a sheet with GMC's list of a period and with the ledger. Only reads: no money moves, no table is made. */
export const reconcile: Operation = {
	fields: shownFor('balance', 'reconcile', reconcileFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const settings = settingsOf(context);
		const sheet = await readSheet(context, items.length);
		const readable = goodOnes(context, sheet);
		const client = new GmcClient(context);
		const account = await accountIn(context);
		const directory = await client.directory();
		const identified = readable.map((read) => identifyRow(read, directory));
		const rows = goodOnes(context, identified, items.length);
		const list = await listPeriod(client, settings.span, context.getTimezone());
		const inReach = list.additions.filter((one) => list.placeOf(one) !== 'outside');
		const additionIds = inReach.map(({ _id }) => _id);
		const known = await askLedger(context, settings, { rows, account, additionIds });
		const { asked, unasked } = await askPaidBefore(client, known, list.additions);
		const additions = [...list.additions, ...asked];
		const { ofNames, open, paid, owners } = known;
		const entries = [...ofNames, ...open, ...paid, ...owners.values()];
		const customers = new CustomerNames(directory, entries);
		const result = compare(rows, { ...list, additions, customers }, known);
		const problems = [...sheet, ...identified].filter((row) => 'message' in row);
		hintAtFound(context, result, { failed: problems.length, unasked, isWhole: list.isWhole });
		const output: INodeExecutionData[] = [];
		for (const one of problems) output[one.itemIndex] = toErrorItem(one);
		for (const [at, row] of rows.entries()) {
			output[row.read.itemIndex] = toRowItem(context, row, result.findings[at]);
		}
		hintAtFailed(context, output, output.length);
		return [...output, ...result.left.map((item) => toListedItem(context, directory, item, known))];
	},
};

/**
 * @returns the rows without a problem
 * @throws NodeOperationError under On Error: Stop Workflow, naming all bad rows
 */
function goodOnes<Row extends object>(
	context: IExecuteFunctions,
	rows: Array<Row | RowProblem>,
	all: number = rows.length,
): Row[] {
	const isBad = (row: Row | RowProblem): row is RowProblem => 'message' in row;
	const bad = rows.filter(isBad);
	if (bad.length > 0 && !context.continueOnFail()) {
		refuseRows(context, bad, { all, isWrite: false });
	}
	return rows.filter((row): row is Row => !isBad(row));
}

/** A day for the service's time zone, which is not shown, and one more at the end, which may not be included. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 2;

/** Lists the additions of a period and of the days around it. @throws GmcRequestError */
async function listPeriod({ transport }: GmcClient, span: Span, timeZone: string) {
	const at = Date.now();
	const first = addDays(dayIn(span.since, timeZone), -DAYS_BEFORE);
	const last = span.until && addDays(dayIn(span.until, timeZone), DAYS_AFTER);
	const list = await listWhole(transport, first, last || undefined);
	const additions = [...new Map(list.additions.map((one) => [one._id, one])).values()];
	const { offset: clockOffset } = transport.clock;
	const placeOf = (addition: Addition) => placeIn(addition, span, { timeZone, clockOffset });
	return { at, span, isWhole: list.isWhole, additions, placeOf };
}

/**
 * Asks GMC for what the names of the rows have paid and the list does not show: it may have failed since, or be something
 * else than its row.
 *
 * @returns how many could not be asked for, too
 */
async function askPaidBefore(
	client: GmcClient,
	{ ofNames }: Known,
	listed: Addition[],
): Promise<{ asked: Addition[]; unasked: number }> {
	const isListed = new Set(listed.map(({ _id }) => _id));
	const ids = ofNames.filter(hasPaid).flatMap(({ additionId }) => additionId ?? []);
	const missing = [...new Set(ids)].filter((id) => !isListed.has(id));
	const found = await additionsById({ client }, missing);
	return { asked: [...found.values()], unasked: missing.length - found.size };
}
