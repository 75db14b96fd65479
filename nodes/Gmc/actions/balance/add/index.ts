import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import { toNodeError, toRowProblem } from '../../errors';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { addFields } from './fields';
import { refuseSheet, stopRun, toItems, toPlanItems } from './report';
import type { Row } from './rows';
import { checkCustomers, readRows } from './rows';
import { sendRows } from './send';
import { readSettings } from './settings';

/** Issues one balance addition per item: read all rows, check them, send them, say what became of each. */
export const add: Operation = {
	fields: shownFor('balance', 'add', addFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		refuseAgents(context);
		const settings = readSettings(context);
		const client = new GmcClient(context, settings.timeout);
		const rows = readRows(context, items.length);
		if (settings.validateFirst) await checkAll(context, client, rows);
		if (settings.dryRun) return toPlanItems(rows);
		const stopAtFirst = !context.continueOnFail();
		await sendRows(client, rows, { concurrency: settings.concurrency, stopAtFirst });
		if (stopAtFirst && rows.some(({ outcome }) => outcome !== 'issued')) stopRun(context, rows);
		return toItems(context, rows);
	},
};

async function checkAll(context: IExecuteFunctions, client: GmcClient, rows: Row[]): Promise<void> {
	const stop = !context.continueOnFail();
	const refuse = () => {
		const bad = rows.filter(({ problem }) => problem !== undefined);
		if (stop && bad.length > 0) refuseSheet(context, bad, rows.length);
	};
	refuse();
	try {
		await checkCustomers(client, rows);
	} catch (error) {
		if (stop) throw toNodeError(context, toRowProblem(error, 0));
		for (const row of rows) {
			row.outcome = row.problem ? row.outcome : 'notAttempted';
			row.problem ??= toRowProblem(error, row.itemIndex);
		}
	}
	refuse();
}

/** An agent may ask for any amount; it gets no money until an upper limit can be set for it (interface). */
function refuseAgents(context: IExecuteFunctions): void {
	if (!context.getNode().type.endsWith('Tool')) return;
	throw new NodeOperationError(
		context.getNode(),
		'An AI agent may not add balance with this version of the GMC node',
		{ description: 'It has no upper limit for an agent yet. Looking things up is allowed.' },
	);
}
