import type { Operation } from '../../operation';
import { shownFor } from '../../operation';
import { addFields } from './addFields';
import { refuseLostMemory, refuseUnlimitedAgent } from './check';
import { prepare } from './prepare';
import { readRows } from './readRows';
import { finish, toPlanItems } from './report';
import { openLedger, startRun } from './run';
import { sendAll } from './send';
import { settingsOf } from './settings';
import { waitForCompletion } from './wait';

/** Issues one balance addition per item: read all rows, check them, send them, say what became of each. */
export const add: Operation = {
	fields: shownFor('balance', 'add', addFields),
	async execute(context, items) {
		if (items.length === 0) return [];
		// First of all: that the memory is lost shows only until something is remembered anew.
		const ledger = openLedger(context);
		const settings = settingsOf(context);
		refuseUnlimitedAgent(context, settings);
		refuseLostMemory(context, ledger, settings);
		const run = startRun(context, ledger, settings);
		const rows = await readRows(context, items.length);
		const maySend = await prepare(run, rows);
		if (settings.dryRun) return toPlanItems(context, rows);
		if (maySend) await sendAll(run, rows);
		if (settings.wait) await waitForCompletion(run, rows, settings.wait);
		return finish(run, rows);
	},
};
