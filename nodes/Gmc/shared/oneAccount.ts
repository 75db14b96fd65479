import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { accountOf } from '../core/service/credential';
import { number } from '../core/texts/words';
import { refusal } from '../core/util/inputError';
import { isTool } from './context';

/** Rows between two pauses, so that others can use n8n's event loop. */
const ROWS_AT_ONCE = 100;

/** How many rows expressions may be resolved for. A tool gets those of its agent, whichever of them it is called for. */
export const rowsOf = (context: IExecuteFunctions): number =>
	isTool(context)
		? (context.getWorkflowDataProxy(0).$input as { all: () => unknown[] }).all().length
		: context.getInputData().length;

/**
 * Makes sure that all rows have the same account. A credential may hold expressions, and n8n resolves them for the first row
 * whenever a request is sent, so the first row's account would get all rows. Where no expression can make a difference, it
 * costs one more look at the credential: behind the last row, `$json` cannot be resolved, and `$itemIndex` is another one
 * (n8n.md C17).
 *
 * @param count of rows
 * @throws InputError ACCOUNTS_DIFFER
 */
export async function requireOneAccount(context: IExecuteFunctions, count: number): Promise<void> {
	if (count < 2) return;
	const first = await accountOrNone(context, 0);
	// Without a credential, the operation itself says what to do.
	if (first === undefined) return;
	if ((await accountOrNone(context, count)) === first) return;
	for (let at = 1; at < count; at++) {
		if (at % ROWS_AT_ONCE === 0) await sleep(0);
		const account = await accountOrNone(context, at);
		if (account !== first) throw accountsDiffer(first, at, account);
	}
}

/** @returns undefined if n8n cannot resolve the credential for this row */
async function accountOrNone(context: IExecuteFunctions, itemIndex: number) {
	const credential = context.getCredentials<GmcCredential & IDataObject>('gmcApi', itemIndex);
	return await credential.then(accountOf, () => undefined);
}

const accountsDiffer = (first: string, at: number, account: string | undefined) =>
	refusal(
		'ACCOUNTS_DIFFER',
		`the credential is of ${first} in row 1, and ${account === undefined ? 'cannot be read' : `of ${account}`} in row ${number(at + 1)}`,
		'All rows of a run go to one account. Split the rows by account, as with Loop Over Items, or use a node and a credential for each account.',
	);
