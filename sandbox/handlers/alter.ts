import type { Addition } from '../model';
import type { Service } from '../service';
import { CURRENCIES } from '../model';
import type { FaultAction } from '../state/faults';
import { presentAddition } from './present';

// Additions as answers show them that are not to be believed: faults of the sandbox, not of its books.

type Wrong = Extract<FaultAction, { type: 'wrongAnswer' }>['differs'];
type Garbled = Extract<FaultAction, { type: 'garble' }>['as'];

/** The answer of issue with something in it that was not asked for. */
export function altered(
	service: Service,
	addition: Addition,
	shown: object,
	differs: Wrong,
): object {
	switch (differs) {
		case 'customer': {
			const others = service.directory.activeOf(addition.userId);
			const other = others.find(({ _id }) => _id !== addition.customerId);
			return withItem(shown, { customerIdentifier: other?._id ?? 'nobody' });
		}
		case 'amount':
			return withItem(shown, { sourceAmount: addition.amount + 1 });
		case 'currency':
			return withItem(shown, {
				sourceCurrency: CURRENCIES.find((one) => one !== addition.currency),
			});
		case 'earlierId':
			return { ...shown, _id: earlier(service, addition)._id };
		case 'earlierAddition':
			return presentAddition(service, earlier(service, addition), 'issue');
	}
}

/** An equal addition that was there before, else the newest; itself where there is none. */
function earlier({ books }: Service, addition: Addition): Addition {
	const { userId, _id, customerId, amount, currency } = addition;
	const others = books.listOf(userId).filter((one) => one._id !== _id && !one.partOf);
	const isEqual = (one: Addition) =>
		one.customerId === customerId && one.amount === amount && one.currency === currency;
	return others.findLast(isEqual) ?? others.at(-1) ?? addition;
}

/** An addition of the list that cannot be read. */
export function garbled(shown: object, as: Garbled): object {
	switch (as) {
		case 'amountNull':
			return withItem(shown, { sourceAmount: null });
		case 'amountInWords':
			return withItem(shown, { sourceAmount: 'dez reais' });
		case 'noItems':
			return { ...shown, items: [] };
		case 'noCustomer':
			return withItem(shown, { customerIdentifier: null });
	}
}

/** With every item changed. */
export function withItem(shown: object, changes: object): object {
	const { items } = shown as { items: object[] };
	return { ...shown, items: items.map((item) => ({ ...item, ...changes })) };
}
