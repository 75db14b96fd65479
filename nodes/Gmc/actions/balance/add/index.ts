import type { IExecuteFunctions } from 'n8n-workflow';
import { GmcClient } from '../../../api/client';
import { Ledger } from '../../../core/additions/ledger';
import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { runIndexOf } from '../../../shared/parameters';
import { clearUp } from './clearUp';
import { addFields } from './addFields';
import { hasLostMemory, refuseLostMemory, refuseUnlimitedAgents } from './guards';
import { prepare } from './prepare';
import { finish, toPlanItems } from './output';
import type { Row } from './rows';
import { having, readRows } from './rows';
import type { Line } from './send';
import { sendPlanned } from './send';
import type { RunSettings } from './settings';
import { settingsOf } from './settings';
import { waitForCompletion } from './wait';

/** A service that loses every answer would cost a timeout per row; after these the run gives up. */
const MAX_LOST_ANSWERS = 5;

/** Issues one balance addition per item: read all rows, check them, send them, say what became of each. */
export const add: Operation = {
	fields: shownFor('balance', 'add', addFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		const isLost = hasLostMemory(context);
		const settings = settingsOf(context);
		refuseUnlimitedAgents(context, settings);
		if (isLost) refuseLostMemory(context, settings);
		const rows = await readRows(context, items.length);
		const line = lineOf(context, settings);
		const mayStart = await prepare(context, line, rows, settings);
		if (settings.dryRun) return toPlanItems(context, rows);
		if (mayStart) await sendAll(context, line, rows);
		if (settings.wait) await waitForCompletion(line, rows, settings.wait);
		return finish(context, line, rows);
	},
};

function lineOf(context: IExecuteFunctions, { timeout, concurrency }: RunSettings): Line {
	return {
		client: new GmcClient(context, { timeoutSeconds: timeout }),
		ledger: new Ledger(context.getContext('node'), runIndexOf(context)),
		concurrency,
		stopAtFirst: !context.continueOnFail(),
		cancelled: () => context.getExecutionCancelSignal()?.aborted ?? false,
	};
}

/** Sends what is planned. A lost answer is cleared up before the line goes on; if it cannot be, it ends. */
async function sendAll(context: IExecuteFunctions, line: Line, rows: Row[]): Promise<void> {
	for (let lost = 0; lost < MAX_LOST_ANSWERS; lost++) {
		const ended = await sendPlanned(line, rows);
		if (!rows.some(having('open'))) return;
		await clearUp(context, line, rows);
		if (ended || rows.some(having('open'))) return;
	}
}
