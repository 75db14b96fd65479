import type { IExecuteFunctions } from 'n8n-workflow';
import { GmcRequestError } from '../../../core/failure';
import { InputError } from '../../../core/inputError';
import { toNodeError, toRowProblem } from '../../errors';
import { clearUp } from './clearUp';
import { checkAmounts, checkTotal } from './guards';
import { lookBeforeSending } from './look';
import { refuseSheet } from './report';
import { replay } from './replay';
import type { Row } from './rows';
import { having, lookUpCustomers } from './rows';
import type { Line } from './send';
import type { RunSettings } from './settings';

/**
 * Everything before the first send: limits, customers, what earlier tries of this execution did, what the
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
	const refuse = () => stopAtFirst && refuseSheet(context, rows);
	if (validateFirst) refuse();
	const bad = rows.filter(having('rejected')).length;
	checkAmounts(rows, settings);
	checkTotal(rows, settings);
	if (rows.filter(having('rejected')).length > bad) refuse();
	try {
		if (validateFirst || since !== undefined || !ledger.isEmpty) {
			await lookUpCustomers(client, rows, { mustExist: validateFirst });
		}
		if (validateFirst) refuse();
		if (!dryRun) {
			await replay(client, rows, ledger);
			await clearUp(context, line, rows);
		}
		if (rows.some(having('open'))) return false;
		if (!dryRun || since !== undefined) {
			await lookBeforeSending(context, client, { rows, ledger, since });
		}
		return true;
	} catch (error) {
		return holdBack(context, rows, error, stopAtFirst);
	}
}

/** A check that could not be made is no row's fault: all rows that were to be sent are held back. */
function holdBack(
	context: IExecuteFunctions,
	rows: Row[],
	error: unknown,
	stopAtFirst: boolean,
): false {
	const expected = error instanceof GmcRequestError || error instanceof InputError;
	if (!expected) throw error;
	if (stopAtFirst) {
		const { message, details, ...problem } = toRowProblem(error, 0);
		throw toNodeError(context, {
			...problem,
			message: message.replace('Row 1: ', ''),
			details: { outcome: 'notAttempted', ...details },
		});
	}
	for (const row of rows.filter(having('planned'))) {
		row.outcome = 'notAttempted';
		row.problem = toRowProblem(error, row.itemIndex);
	}
	return false;
}
