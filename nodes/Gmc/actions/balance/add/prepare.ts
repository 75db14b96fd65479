import type { IExecuteFunctions } from 'n8n-workflow';
import { GmcRequestError } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { toNodeError, toRowProblem, toRunProblem } from '../../../shared/errors';
import { clearUp } from './clearUp';
import { checkLimits } from './guards';
import { lookBeforeSending } from './history';
import { refuseSheet } from './output';
import { replay } from './replay';
import type { Row } from './rows';
import { having, lookUpCustomers } from './rows';
import type { Line } from './send';
import type { RunSettings } from './settings';

/**
 * Everything before the first send: what earlier tries of this execution did, limits, customers, what the
 * service has already. Ends the run where the settings say so.
 *
 * @returns whether rows may be sent; if not, each row knows why
 */
export async function prepare(
	context: IExecuteFunctions,
	line: Line,
	rows: Row[],
	settings: RunSettings,
): Promise<boolean> {
	const { client, ledger, stopAtFirst } = line;
	const { validateFirst, dryRun, duplicatesSince: since } = settings;
	// First of all, so that whatever fails from here on does not hide what was done already.
	if (!dryRun) await replay(client, rows, ledger);
	try {
		const isWithinLimits = checkLimits(rows, settings);
		if (!isWithinLimits || validateFirst) refuseAll(context, rows, stopAtFirst);
		if (validateFirst || since !== undefined || !ledger.isEmpty) {
			await lookUpCustomers(client, rows, { mustExist: validateFirst });
		}
		if (validateFirst) refuseAll(context, rows, stopAtFirst);
		// Once more, now that customers are known by all their names.
		if (!dryRun) await replay(client, rows, ledger);
		await clearUp(context, line, rows);
		if (rows.some(having('open'))) return false;
		if (!dryRun || since !== undefined) {
			await lookBeforeSending(context, client, { rows, ledger, since });
		}
		return true;
	} catch (error) {
		return holdBack(context, rows, error, stopAtFirst);
	}
}

class SheetRefused extends Error {}

/** Ends a fresh run before anything is sent. A run that has sent rows before must tell of those as well. */
function refuseAll(context: IExecuteFunctions, rows: Row[], stopAtFirst: boolean): void {
	if (!stopAtFirst || !rows.some(having('rejected'))) return;
	if (!hasSent(rows)) refuseSheet(context, rows);
	throw new SheetRefused();
}

const hasSent = (rows: Row[]) => rows.some(({ entry }) => entry !== undefined);

const sayNothingWasSent = (message: string): string =>
	message.endsWith('nothing was sent') ? message : `${message}. Nothing was sent`;

/** A check that could not be made is no row's fault: all rows that were to be sent are held back. */
function holdBack(
	context: IExecuteFunctions,
	rows: Row[],
	error: unknown,
	stopAtFirst: boolean,
): false {
	if (error instanceof SheetRefused) return false;
	const expected = error instanceof GmcRequestError || error instanceof InputError;
	if (!expected) throw error;
	if (stopAtFirst && !hasSent(rows)) {
		const problem = toRunProblem(error);
		throw toNodeError(context, {
			...problem,
			message: sayNothingWasSent(problem.message),
			details: { outcome: 'notAttempted', ...problem.details },
		});
	}
	for (const row of rows.filter(having('planned'))) {
		row.outcome = 'notAttempted';
		row.problem = toRowProblem(error, row.itemIndex);
	}
	return false;
}
