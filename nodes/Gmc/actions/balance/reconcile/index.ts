import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getAdditions } from '../../../api/additions';
import { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { listWhole } from '../../../api/wholeList';
import type { Entry } from '../../../core/ledger/entry';
import { hasPaid } from '../../../core/ledger/entry';
import type { Span } from '../../../core/reconcile/period';
import { placeOf as placeIn } from '../../../core/reconcile/period';
import { reconcile as compare } from '../../../core/reconcile/reconcile';
import { addDays, dayIn } from '../../../core/time/time';
import type { RowProblem } from '../../../shared/errors';
import { toErrorItem, toRowProblem } from '../../../shared/errors';
import { mapItems } from '../../../shared/eventLoop';
import { optionsReader } from '../../../shared/options';
import { refuseRows } from '../../../shared/refusal';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { askLedger } from './askLedger';
import { reconcileFields } from './fields';
import { hintAtFound, toListedItem, toRowItem } from './report';
import { readRow, settingsOf } from './sheet';

/** Compares a sheet with GMC's list of a period and with the ledger. Only reads: no money moves, no table is made. */
export const reconcile: Operation = {
	fields: shownFor('balance', 'reconcile', reconcileFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const settings = settingsOf(context);
		const bad = new BadRows(context, items.length);
		const optionsOf = optionsReader(context);
		const read = await mapItems(items.length, (at) =>
			bad.unless(at, () => readRow(context, at, optionsOf(at))),
		);
		bad.refuse();
		const client = new GmcClient(context);
		const directory = await client.directory();
		const rows = read.flatMap((identify, at) =>
			identify ? (bad.unless(at, () => identify(directory)) ?? []) : [],
		);
		bad.refuse();
		const list = await listPeriod(client, settings.span, context.getTimezone());
		const inReach = list.additions.filter((one) => list.placeOf(one) !== 'outside');
		const additionIds = inReach.map(({ _id }) => _id);
		const { entries, ofNames } = await askLedger(context, settings, rows, additionIds);
		const asked = await askPaidBefore(client, ofNames, list.additions);
		const additions = [...list.additions, ...asked];
		const result = compare(rows, { ...list, additions, directory }, entries);
		hintAtFound(context, result, bad.problems.length, list.isWhole);
		const output: INodeExecutionData[] = [];
		const style = { context, directory, simplify: settings.simplify };
		for (const one of bad.problems) output[one.itemIndex] = toErrorItem(one);
		for (const [at, row] of rows.entries()) {
			output[row.itemIndex] = toRowItem(style, row, result.findings[at]);
		}
		return [...output, ...result.left.map((item) => toListedItem(style, item))];
	},
};

/** Rows that cannot be read. Under On Error: Stop Workflow they end the run. */
class BadRows {
	readonly problems: RowProblem[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly all: number,
	) {}

	unless<Read>(itemIndex: number, read: () => Read): Read | undefined {
		try {
			return read();
		} catch (error) {
			this.problems.push(toRowProblem(error, itemIndex));
			return undefined;
		}
	}

	/** @throws NodeOperationError naming all of them */
	refuse(): void {
		const { problems, context, all } = this;
		if (problems.length === 0 || context.continueOnFail()) return;
		refuseRows(context, problems, { all, isWrite: false });
	}
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
 */
async function askPaidBefore(
	client: GmcClient,
	ofNames: Entry[],
	listed: Addition[],
): Promise<Addition[]> {
	const isListed = new Set(listed.map(({ _id }) => _id));
	const ids = ofNames.filter(hasPaid).flatMap(({ additionId }) => additionId ?? []);
	const missing = [...new Set(ids)].filter((id) => !isListed.has(id));
	return [...(await getAdditions(client.transport, missing)).values()];
}
