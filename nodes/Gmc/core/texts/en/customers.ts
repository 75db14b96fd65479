import { count, number } from './words';

/** Customers and their tax IDs. */
export const customers = {
	taxIdEmpty: 'the tax ID is empty',
	taxIdIs: ({ what }: { what: string }) => `the tax ID is ${what}, not a text`,
	taxIdWrong: ({ shown }: { shown: string }) =>
		`the tax ID ${shown} is neither a CPF nor a CNPJ: its check digits do not agree`,
	checkTaxId:
		'A spreadsheet may have dropped leading zeros: format the column as text, or correct the number.',
	empty: 'the customer is empty',
	mode: 'the customer is given neither from the list, by ID nor by tax ID',
	is: ({ what }: { what: string }) => `the customer is ${what}, not a text`,
	giveInRow: 'Give a customer by ID or by tax ID in this row.',
	choose: 'Choose a customer from the list, by ID or by tax ID.',
	filterUnreadable: ({ reason }: { reason: string }) =>
		`Customer ID or Tax ID cannot be read: ${reason}`,
	correctFilter: 'Give a customer by ID or by tax ID, or leave it empty.',
	noneHasTaxId: ({ shown, size }: { shown: string; size: number }) =>
		`none of the ${number(size)} active customers has the tax ID ${shown}`,
	noneHasId: ({ id, size }: { id: string; size: number }) =>
		`none of the ${number(size)} active customers has the ID ${id}`,
	shareTaxId: ({ ids }: { ids: string[] }) =>
		`${number(ids.length)} customers share this tax ID (${ids.join(', ')}); choose one by ID`,
	creationUnknown:
		'an earlier try sent this row and lost the answer; whether the customer was created is not known',
	lookBeforeCreating: ({ candidates }: { candidates: number }) =>
		`The list shows ${count(candidates, 'customer', 'customers')} that may be it. Look at them with Customer → Get Many before you create one.`,
};
