import type { FunctionsBase, IDataObject } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { en } from '../core/texts/en';
import { textsIn } from '../core/texts/languages';
import type { Texts } from '../core/texts/message';

/** By n8n's context of the node: what is said with it is said in one language. */
const learned = new WeakMap<object, Texts>();

/**
 * Reads from the credential in which language the node is to speak. To be awaited before anything is said; where the
 * credential cannot be had it is English, and what needs it will say so.
 */
export async function learnLanguage(context: Pick<FunctionsBase, 'getCredentials'>): Promise<void> {
	const credential = await context
		.getCredentials<GmcCredential & IDataObject>('gmcApi')
		.catch(() => undefined);
	learned.set(context, textsIn(credential?.language));
}

/** The texts in the language that was learned; English where none was. */
export function textsFor(context: object): Texts {
	return learned.get(context) ?? en;
}
