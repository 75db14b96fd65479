import type { IExecuteFunctions } from 'n8n-workflow';
import { Changes } from '../../core/customers/changes';
import { Creations } from '../../core/customers/creations';
import { customerRuns, isCustomerMemoryLost } from '../../core/customers/memory';
import { GmcRequestError } from '../../core/service/failure';
import { InputError } from '../../core/util/inputError';
import { runIndexOf } from '../../shared/parameters';
import { accountIn, wasCutOff } from '../../shared/context';

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
export function lostMemory(done: 'created' | 'changed' | 'deleted', advice: string): InputError {
	return new InputError({
		message: `This execution was cut off, and n8n does not know any more what it had ${done}. Nothing was ${done} now`,
		advice,
		code: 'EXECUTION_CUT_OFF',
	});
}

/** Whether the service, or the network before it, has proven that the request was not done. */
export const isProvenNotDone = (error: unknown): boolean =>
	error instanceof GmcRequestError && error.failure.proof !== 'unknown';
