import Big from 'big.js';
import type { Addition, Customer } from '../model';
import { addressOf, transactionHashOf } from '../rules/identifiers';
import { PLACES, quoteOf } from '../rules/money';
import { digitsOf } from '../rules/period';
import type { Service } from '../service';

/** Constant text marking success (service.md 2.1; wording assumed). */
export const TITLE = 'Balance addition';

// Assumed: `applied` where the fee is above 0.
const source = (fee: number): string => (fee > 0 ? 'applied' : 'not-applied');

function presentFees({ settings }: Service, addition: Addition): object {
	const { fees } = quoteOf(addition);
	return {
		...fees,
		[settings.fees.firstFeeSourceField]: source(fees.fixedBrl),
		percentageFeeSource: source(fees.percentageBrl),
		issueTaxSource: source(fees.issueTaxBrl),
	};
}

/** Hashes are null until set (service.md 2.7): assumed, until the addition is completed. */
function presentBlockchain({ _id, status }: Addition): object {
	const hash = (step: string) =>
		status === 'COMPLETED' ? transactionHashOf(`${step} ${_id}`) : null;
	return { mintHash: hash('mint'), approveHash: hash('approve'), transferHash: hash('transfer') };
}

function echoedIdentifier({ settings }: Service, addition: Addition, customer: Customer): string {
	const { _id, taxId } = customer;
	const masked = `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**`;
	const forms = { asSent: addition.customerIdentifier, _id, taxId, masked };
	return forms[settings.additions.echoCustomerIdentifier];
}

/** Assumed: all three places show the status. A setting lets the head look completed, and the others as if on their way. */
function shownStatus(service: Service, status: string, place: 'head' | 'item' | 'summary'): string {
	const { failureShownIn } = service.settings.additions;
	if (status !== 'FAILED' || failureShownIn.includes(place)) return status;
	return place === 'head' ? 'COMPLETED' : 'PENDING';
}

function shownAmount({ settings }: Service, amount: number): number | string {
	const decimals = String(amount).replace(/\.(\d)$/, '.$10');
	const decimalComma = decimals.replace('.', ',');
	const cents = Math.round(amount * 100) / 100;
	const net = Math.round(amount * 99) / 100;
	const forms = { number: amount, decimalComma, binaryFraction: amount * (1 + 2e-14), cents, net };
	return forms[settings.additions.sourceAmountAs];
}

/** One item of an addition (service.md 2.4). */
function presentItem(service: Service, addition: Addition): object {
	const customer = service.directory.customers.get(addition.customerId);
	if (customer === undefined) throw new Error(`addition ${addition._id} has no customer`);
	const { targetGmc, conversion } = quoteOf(addition);
	return {
		customerIdentifier: echoedIdentifier(service, addition, customer),
		sourceAmount: shownAmount(service, addition.amount),
		sourceCurrency: addition.currency,
		targetGmcAmount: targetGmc.toFixed(PLACES),
		status: shownStatus(service, addition.status, 'item'),
		error: addition.error,
		customerWalletAddress: customer.walletAddress,
		destinationWalletAddress: addressOf(`operational ${addition.userId}`),
		fees: presentFees(service, addition),
		conversion,
		blockchain: presentBlockchain(addition),
		// Assumed: the time of the last change, also before it is processed.
		processedAt: digitsOf(addition.updatedAt, service.settings),
		...(service.settings.additions.extraFields && { network: 'sandbox' }),
	};
}

function presentSummary(service: Service, parts: Addition[]): object {
	const statuses = parts.map(({ status }) => shownStatus(service, status, 'summary'));
	const counted = (wanted: string) => statuses.filter((status) => status === wanted).length;
	const total = parts.reduce((sum, part) => sum.plus(quoteOf(part).targetGmc), new Big(0));
	return {
		totalItems: parts.length,
		completedItems: counted('COMPLETED'),
		failedItems: counted('FAILED'),
		totalTargetGmc: total.toNumber(),
	};
}

/** A balanceTransaction (service.md 2.2 and 2.3) under the settings of the moment. */
export function presentAddition(service: Service, addition: Addition): object {
	const parts = [addition, ...service.books.partsOf(addition)];
	return {
		_id: addition._id,
		user: addition.userId,
		status: shownStatus(service, addition.status, 'head'),
		summary: presentSummary(service, parts),
		items: parts.map((part) => presentItem(service, part)),
		createdAt: digitsOf(addition.createdAt, service.settings),
		updatedAt: digitsOf(addition.updatedAt, service.settings),
		// service.md 2.7: a txid that no sample shows.
		...(service.settings.additions.extraFields && {
			txid: transactionHashOf(addition._id),
			meta: { sandbox: true },
		}),
	};
}
