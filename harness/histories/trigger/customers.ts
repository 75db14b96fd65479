import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

/** How a person may write a customer down. */
export const NAMINGS = ['_id', 'taxId', 'punctuated'] as const;
export type Naming = (typeof NAMINGS)[number];

/** A CPF with a leading zero, one that is kept with punctuation, a CNPJ and an alphanumeric one. */
const CUSTOMERS = [DEMO_CUSTOMERS[0], DEMO_CUSTOMERS[4], DEMO_CUSTOMERS[8], DEMO_CUSTOMERS[11]];

/** How many customers a history has; they go by their index. */
export const CUSTOMER_COUNT = CUSTOMERS.length;

/** The customer's `_id`. */
export const customerId = (index: number): string => CUSTOMERS[index]._id;

/** The customer's first name, for stories. */
export const customerName = (index: number): string => CUSTOMERS[index].name.split(' ')[0];

/** A customer as `naming` says. */
export function nameOf(index: number, naming: Naming): string {
	const { _id, taxId } = CUSTOMERS[index];
	if (naming === '_id') return _id;
	return naming === 'taxId' ? taxId : punctuated(taxId);
}

/** The same as the field Customer has it. */
export const locatorOf = ({ index, naming }: { index: number; naming: Naming }) => ({
	__rl: true,
	mode: naming === '_id' ? 'id' : 'taxId',
	value: nameOf(index, naming),
});

function punctuated(taxId: string): string {
	const bare = taxId.replace(/[^0-9A-Z]/g, '');
	return bare.length === 11
		? bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
		: bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}
