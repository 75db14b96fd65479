import type { FunctionsBase, IDataObject } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { accountOf } from '../core/service/credential';

/** Names the account of the node's credential; see `accountOf`. @throws when n8n has no credential to give */
export async function accountIn(context: Pick<FunctionsBase, 'getCredentials'>): Promise<string> {
	return accountOf(await context.getCredentials<GmcCredential & IDataObject>('gmcApi'));
}
