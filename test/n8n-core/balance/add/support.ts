import type { IDataObject } from 'n8n-workflow';
import {
	type GmcNodeSetup,
	type GmcRun,
	loseMemory,
	type Service,
} from '../../../../harness/engine';
import { Execution } from '../../../../nodes/Gmc/actions/balance/add/execution';

export { addParameters, loseMemory, outcomeOf, Service } from '../../../../harness/engine';
export { AFTER_HOLD, endPassedTime, passTime } from '../../../../harness/system/time';

/** So many rows that came to the same. */
export const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);

export const detailsOf = ({ items }: GmcRun, row = 0) => items[row].json.details as IDataObject;
export const gmcOf = ({ items }: GmcRun, row = 0) => items[row].json._gmc as IDataObject;
export const errorOf = ({ items }: GmcRun, row = 0) => String(items[row].json.error);

/** How the same rows come again: a batch is run again, other rows by a Retry. @param rows of a batch */
export const comeAgain = async (
	service: Service,
	failed: GmcRun,
	rows: IDataObject[],
	options: IDataObject,
	setup: Partial<GmcNodeSetup> = {},
) =>
	options.duplicateProtection === 'batch'
		? await service.addOn(rows, options, setup)
		: await service.retryOn(failed, options, setup);

/** n8n was killed: neither is written down what became of rows, nor does it know what it had sent (n8n.md E6). */
export function crash(service: Service, run: GmcRun, firstEntry = 0): void {
	const left = { outcome: 'sending', additionId: '', settledAt: '', claim: 'crashed' };
	for (const entry of service.ledger.slice(firstEntry)) Object.assign(entry, left);
	loseMemory(run);
}

/** Calls this at the beginning of each try of the node, with its number from 1. `mockRestore` ends it. */
export function onEachTry(begins: (tries: number) => void): jest.SpyInstance {
	let tries = 0;
	const { check } = Execution.prototype;
	return jest.spyOn(Execution.prototype, 'check').mockImplementation(function (
		this: Execution,
		...given
	) {
		begins(++tries);
		return check.apply(this, given);
	});
}

/** An addition of somebody else, as GMC answers where a cache or a route is wrong. */
export function another(status: string) {
	const charge = { customerIdentifier: 'somebody', sourceAmount: 77, sourceCurrency: 'USD' };
	return { balanceTransaction: { _id: 'e'.repeat(24), status, items: [{ ...charge, status }] } };
}
