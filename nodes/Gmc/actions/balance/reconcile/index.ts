import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { idsWithAmounts } from '../../../core/additions/matching';
import { certainTimeOf } from '../../../core/additions/recent';
import { NOTHING_KNOWN } from '../../../core/reconcile/known';
import { isWithin, widen } from '../../../core/reconcile/period';
import type { Reconciled } from '../../../core/reconcile/books';
import { reconcile as compare } from '../../../core/reconcile/reconcile';
import type { RowProblem } from '../../../shared/errors';
import { toErrorItem } from '../../../shared/errors';
import { hintAtFailed, showHint } from '../../../shared/hints';
import { refuseRows } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { askLedger } from './askLedger';
import { askPaidBefore } from './askPaidBefore';
import { reconcileFields } from './fields';
import type { IdentifiedRow } from './identifyRows';
import { identifyRows } from './identifyRows';
import { hintAtFound } from './hints';
import type { PeriodList } from './listPeriod';
import { listPeriod } from './listPeriod';
import { readSheet, settingsOf } from './readSheet';
import { toListedItem, toRowItem } from './report';
import { accountIn } from '../../../shared/context';

/** Compares a sheet with GMC's list of a period and with the ledger. Only reads: no money moves, no table is made. */
export const reconcile: Operation = {
	fields: shownFor('balance', 'reconcile', reconcileFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const settings = settingsOf(context);
		const sheet = await readSheet(context, items.length);
		refuseUnlessGoesOn(context, sheet, items.length);
		const client = new GmcClient(context);
		const account = await accountIn(context);
		const readable = sheet.filter((row) => 'request' in row);
		const identified = await identifyRows(client, account, readable);
		refuseUnlessGoesOn(context, identified, items.length);
		const rows = identified.filter((row) => 'read' in row);
		const list = await listPeriod(client, settings.span, context.getTimezone());
		const known = await askLedger(context, settings, {
			rows,
			account,
			span: widen(settings.span),
			additionIds: idsToAsk(rows, list),
		});
		const books = {
			...list,
			isLedgerRead: known !== undefined,
			isOfPeriod: (millis: number) => isWithin(settings.span, millis),
			madeAt: (addition: Addition) => certainTimeOf(addition, context.getTimezone()),
		};
		const first = compare(rows, books, known ?? NOTHING_KNOWN);
		const { untrue, unasked } = await askPaidBefore(client, rows, first.findings);
		const around = [...books.around, ...untrue];
		const result =
			untrue.length > 0 ? compare(rows, { ...books, around }, known ?? NOTHING_KNOWN) : first;
		if (!list.isWhole)
			showHint(
				context,
				'warning',
				"GMC's list of this period comes cut, even for a single day: a row that it does not show is uncertain. Ask for a shorter period, or ask GMC for a complete list.",
			);
		const problems = [...sheet, ...identified].filter((row) => 'message' in row);
		const told = { context, client, rows, result, problems, unasked };
		return await toOutput(told, known ?? NOTHING_KNOWN);
	},
};

/** Of the days around, who has paid what equals no row does not matter. */
function idsToAsk(rows: IdentifiedRow[], { additions, near, around }: PeriodList): string[] {
	const charges = rows.map(({ charge }) => charge);
	return [...additions.map(({ _id }) => _id), ...idsWithAmounts(charges, [...near, ...around])];
}

/** @throws NodeOperationError under On Error: Stop Workflow, naming all bad rows */
function refuseUnlessGoesOn(context: IExecuteFunctions, rows: object[], all: number): void {
	const bad = rows.filter((row): row is RowProblem => 'message' in row);
	if (bad.length > 0 && !context.continueOnFail()) {
		refuseRows(context, bad, { all, isWrite: false });
	}
}

interface Reconciliation {
	context: IExecuteFunctions;
	client: GmcClient;
	rows: IdentifiedRow[];
	result: Reconciled<Addition>;
	problems: RowProblem[];
	unasked: number;
}

/** One item per row, in the order of the input, then what is in no row. */
async function toOutput(
	{ context, client, rows, result, problems, unasked }: Reconciliation,
	known: typeof NOTHING_KNOWN,
): Promise<INodeExecutionData[]> {
	const ofRows = new Map<number, INodeExecutionData>();
	for (const [position, row] of rows.entries()) {
		ofRows.set(row.read.itemIndex, toRowItem(context, row, result.findings[position]));
	}
	for (const problem of problems) ofRows.set(problem.itemIndex, toErrorItem(problem));
	const all = ofRows.size;
	const output = [...ofRows].sort(([one], [other]) => one - other).map(([, item]) => item);
	hintAtFound(context, result, { all, failed: problems.length, unasked });
	hintAtFailed(context, output, all);
	for (const item of result.left) output.push(await toListedItem(context, client, item, known));
	return output;
}
