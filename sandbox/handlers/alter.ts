import { CURRENCIES, type Addition } from '../model';
import type { Service } from '../service';
import type { FaultAction } from '../state/faults';
import { presentAddition } from './present';

// Wrong answers about additions. The books stay right.

type Wrong = Extract<FaultAction, { type: 'wrongAnswer' }>['differs'];
type Garbled = Extract<FaultAction, { type: 'garble' }>['as'];

/** The answer of issue with a difference; with another amount if there is no earlier addition. */
export function altered(
	service: Service,
	addition: Addition,
	shown: object,
	differs: Wrong,
): object {
	const before = earlier(service, addition);
	if (differs === 'customer') {
		const others = service.directory.activeOf(addition.userId);
		const other = others.find(({ _id }) => _id !== addition.customerId);
		return withItem(shown, { customerIdentifier: other?._id ?? 'nobody' });
	}
	if (differs === 'currency') {
		const sourceCurrency = CURRENCIES.find((one) => one !== addition.currency);
		return withItem(shown, { sourceCurrency });
	}
	if (differs === 'amount' || before === undefined)
		return withItem(shown, { sourceAmount: addition.amount + 1 });
	if (differs === 'earlierId') return { ...shown, _id: before._id };
	return presentAddition(service, before);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Of the last day: the newest earlier addition that is equal, else the oldest. */
function earlier({ books }: Service, addition: Addition): Addition | undefined {
	const { userId, _id, customerId, amount, currency } = addition;
	const since = addition.createdAt - DAY_MS;
	const others = books
		.listOf(userId)
		.filter((one) => one._id !== _id && !one.partOf && one.createdAt >= since);
	const isEqual = (one: Addition) =>
		one.customerId === customerId && one.amount === amount && one.currency === currency;
	return others.findLast(isEqual) ?? others.at(0);
}

/** An addition of the list that cannot be read. */
export function garbled(shown: object, as: Garbled): object {
	return {
		amountNull: withItem(shown, { sourceAmount: null }),
		amountInWords: withItem(shown, { sourceAmount: 'dez reais' }),
		noItems: { ...shown, items: [] },
		noCustomer: withItem(shown, { customerIdentifier: null }),
	}[as];
}

function withItem(shown: object, changes: object): object {
	const { items } = shown as { items: object[] };
	return { ...shown, items: items.map((item) => ({ ...item, ...changes })) };
}
