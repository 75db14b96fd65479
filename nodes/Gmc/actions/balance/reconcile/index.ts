import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getAdditions } from '../../../api/additions';
import { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { listWhole } from '../../../api/wholeList';
import { hasPaid } from '../../../core/ledger/entry';
import type { Span } from '../../../core/reconcile/period';
import { placeOf as placeIn } from '../../../core/reconcile/period';
import { reconcile as compare } from '../../../core/reconcile/reconcile';
import { dayBefore, dayIn, daysBehind } from '../../../core/time/time';
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

/** Compares a sheet with GMC's list of a period and with the ledger. Only reads: sends nothing, creates no table. */
export const reconcile: Operation = {
	fields: shownFor('balance', 'reconcile', reconcileFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const settings = settingsOf(context);
		const { problems, attempt, refuse } = problemsOf(context, items.length);
		const optionsOf = optionsReader(context);
		const read = await mapItems(items.length, (at) =>
			attempt(at, () => readRow(context, at, optionsOf(at))),
		);
		refuse();
		const client = new GmcClient(context);
		const directory = await client.directory();
		const rows = read.flatMap((identify, at) =>
			identify ? (attempt(at, () => identify(directory)) ?? []) : [],
		);
		refuse();
		const list = await listPeriod(client, settings.span, context.getTimezone());
		const ofPeriod = list.additions.filter((one) => list.placeOf(one) !== 'outside');
		const listedIds = ofPeriod.map(({ _id }) => _id);
		const { entries, ofNames } = await askLedger(context, settings, rows, listedIds);
		// What the names have paid and GMC does not list may have failed since, or may differ from its row.
		const isListed = new Set(list.additions.map(({ _id }) => _id));
		const paid = ofNames.filter(hasPaid).flatMap(({ additionId }) => additionId ?? []);
		const missing = [...new Set(paid)].filter((id) => !isListed.has(id));
		const lookedUp = await getAdditions(client.transport, missing);
		const additions = [...list.additions, ...lookedUp.values()];
		const result = compare(rows, { ...list, additions, directory }, entries);
		hintAtFound(context, result, problems.length, list.isWhole);
		const output: INodeExecutionData[] = [];
		const style = { context, directory, simplify: settings.simplify };
		for (const one of problems) output[one.itemIndex] = toErrorItem(one);
		for (const [at, row] of rows.entries()) {
			output[row.itemIndex] = toRowItem(style, row, result.findings[at]);
		}
		return [...output, ...result.left.map((item) => toListedItem(style, item))];
	},
};

/** Collects the rows that cannot be read. `refuse` ends the run with all of them, unless On Error is Continue. */
function problemsOf(context: IExecuteFunctions, all: number) {
	const problems: RowProblem[] = [];
	const attempt = <T>(itemIndex: number, step: () => T): T | undefined => {
		try {
			return step();
		} catch (error) {
			problems.push(toRowProblem(error, itemIndex));
			return undefined;
		}
	};
	const refuse = () => {
		if (problems.length === 0 || context.continueOnFail()) return;
		refuseRows(context, problems, { all, isWrite: false });
	};
	return { problems, attempt, refuse };
}

/** Lists the additions of a period and of the days around it. @throws GmcRequestError */
async function listPeriod({ transport }: GmcClient, span: Span, timeZone: string) {
	const at = Date.now();
	const first = dayBefore(dayIn(span.since, timeZone));
	const last = span.until && daysBehind(dayIn(span.until, timeZone));
	const list = await listWhole(transport, first, last || undefined);
	const additions = [...new Map(list.additions.map((one) => [one._id, one])).values()];
	const { offset: clockOffset } = transport.clock;
	const placeOf = (addition: Addition) => placeIn(addition, span, { timeZone, clockOffset });
	return { at, span, isWhole: list.isWhole, additions, placeOf };
}
