import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { accountOf } from '../core/service/credential';
import { number } from '../core/texts/words';
import { refusal } from '../core/util/inputError';
import { isOfOnlyItem, rowsOf } from './agentItems';
import { isTool } from './context';
import { giveWay } from './eventLoop';

/**
 * Makes sure that all rows have the same account (promises.md P41). A credential may hold expressions, and n8n resolves
 * them for the first row whenever a request is sent, so the first row's account would get all rows. Without expressions, it
 * costs two looks at the credential, else one for each row.
 *
 * @throws InputError ACCOUNTS_DIFFER; AGENT_REFUSED in a tool whose account may be of another item, or from the model
 */
export async function requireOneAccount(context: IExecuteFunctions): Promise<void> {
	const count = rowsOf(context);
	if (count < 2 && !isTool(context)) return;
	const first = await accountOrNone(context, 0);
	// Without a credential, the operation itself says what to do.
	if (first === undefined) return;
	const watched = watchedIndex(count);
	const withoutItem = await accountOrNone(context, watched.index);
	if (withoutItem === first && !watched.isUsed()) return;
	// The item of a tool is what the model has handed over.
	if (count < 2 && (withoutItem !== first || !isOfOnlyItem(context))) throw accountOfItem();
	for (let at = 1; at < count; at++) {
		await giveWay();
		const account = await accountOrNone(context, at);
		if (account !== first) throw accountsDiffer(first, at, account);
	}
}

/**
 * An index behind the last row that tells whether anything has looked at it. n8n does so in each expression of a credential,
 * and else only hands it on (n8n.md C17).
 */
function watchedIndex(behind: number) {
	let isUsed = false;
	const get = (_: object, property: string | symbol) => {
		isUsed = true;
		return property === Symbol.toPrimitive ? () => behind : undefined;
	};
	return { index: new Proxy({}, { get }) as unknown as number, isUsed: () => isUsed };
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

const accountOfItem = () =>
	refusal(
		'AGENT_REFUSED',
		'the credential of this tool has an expression, which may give the account of another item, or one that the model has chosen',
		'Use a tool and a credential without expressions for each account.',
	);
