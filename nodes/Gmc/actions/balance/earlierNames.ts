import type { IExecuteFunctions } from 'n8n-workflow';
import type { Addition, Customer } from '../../api/schemas';
import { itemsOf } from '../../core/additions/addition';
import type { CustomerDirectory } from '../../core/customers/directory';
import { perform, readOwners } from '../../core/ledger/effects';
import { inSentences } from '../../core/texts/words';
import { LedgerError } from '../../ledger/ledgerError';
import { TableStore } from '../../ledger/tableStore';
import { accountIn } from '../../shared/context';
import { toRunProblem } from '../../shared/errors';
import { showHint } from '../../shared/hints';
import { LEFT_OUT } from './add/settings';

/**
 * What a customer was called before its tax ID was corrected, as far as the ledger has paid additions that name it so. It
 * is asked only where the list names somebody who is nobody any more.
 */
export async function earlierNames(
	context: IExecuteFunctions,
	customerId: string,
	directory: CustomerDirectory<Customer>,
	listed: Addition[],
): Promise<string[]> {
	const isNobodys = (name: string) =>
		directory.withId(name) === undefined && directory.withTaxId(name).length === 0;
	const additionIds = listed
		.filter((one) => itemsOf(one).some((item) => isNobodys(String(item.customerIdentifier))))
		.map(({ _id }) => _id);
	if (additionIds.length === 0) return [];
	const store = { table: LEFT_OUT.ledgerTable, account: await accountIn(context) };
	const list = async () => undefined;
	const { handle } = new TableStore(context, { ...store, list });
	const entries = await perform(readOwners(additionIds), handle).catch((error: unknown) => {
		if (!(error instanceof LedgerError && error.isAbsent)) sayUnread(context, error);
		return [];
	});
	const names = entries.map(({ charge }) => charge.identifiers);
	return names.filter((all) => all.includes(customerId)).flatMap((all) => all.filter(isNobodys));
}

function sayUnread(context: IExecuteFunctions, error: unknown): void {
	const { message, description } = toRunProblem(error);
	showHint(
		context,
		'warning',
		`Additions that name an earlier tax ID may be missing: the ledger, which knows it, could not be read. ${inSentences(message, description)}`,
	);
}
