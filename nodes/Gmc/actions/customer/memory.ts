import type { IExecuteFunctions } from 'n8n-workflow';
import { Changes } from '../../core/customers/changes';
import { Creations } from '../../core/customers/creations';
import { customerRuns, isCustomerMemoryLost } from '../../core/customers/memory';
import { GmcRequestError } from '../../core/service/failure';
import type { Message, Texts } from '../../core/texts/message';
import { InputError } from '../../core/util/inputError';
import { accountIn } from '../../shared/account';
import { wasCutOff } from '../../shared/cutOff';
import { runIndexOf } from '../../shared/parameters';

/** What this execution has done to customers of the credential's account. */
export interface CustomerMemory {
	creations: Creations;
	changes: Changes;
	/** Whether a crash has taken what it had done before. */
	isLost: boolean;
}

/** To be called first of all. @throws when n8n has no credential to give */
export async function openMemory(context: IExecuteFunctions): Promise<CustomerMemory> {
	const stored = context.getContext('node');
	const isLost = isCustomerMemoryLost(stored, () => wasCutOff(context));
	const { creations, changes } = customerRuns(stored, await accountIn(context));
	const runIndex = runIndexOf(context);
	return {
		creations: new Creations(creations, runIndex),
		changes: new Changes(changes, runIndex),
		isLost,
	};
}

/** @param done what n8n does not know any more, and what was not done now; @param advice what to do instead */
export function lostMemory(done: keyof Texts['customers']['lost'], advice: Message): InputError {
	return new InputError(({ customers }) => customers.lost[done], advice);
}

/** Whether the service, or the network before it, has proven that the request was not done. */
export const isProvenNotDone = (error: unknown): boolean =>
	error instanceof GmcRequestError && error.failure.proof !== 'unknown';
