import { count, number } from './words';

/** Customers and their tax IDs. */
export const customers = {
	taxIdEmpty: 'the tax ID is empty',
	taxIdIs: ({ what }: { what: string }) => `the tax ID is ${what}, not a text`,
	taxIdWrong: ({ shown }: { shown: string }) =>
		`the tax ID ${shown} is neither a CPF nor a CNPJ: its check digits do not agree`,
	checkTaxId:
		'A spreadsheet may have dropped leading zeros: format the column as text, or correct the number.',
	checkNewTaxId:
		'GMC never really deletes a customer, so the tax ID is checked first. Correct it, a spreadsheet may have dropped leading zeros; for another kind of document, set Options → Tax ID Format to As Is.',
	empty: 'the customer is empty',
	mode: 'the customer is given neither from the list, by ID nor by tax ID',
	is: ({ what }: { what: string }) => `the customer is ${what}, not a text`,
	giveInRow: 'Give a customer by ID or by tax ID in this row.',
	choose: 'Choose a customer from the list, by ID or by tax ID.',
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
	notFound: ({ reason }: { reason: string }) => `The customer was not found: ${reason}`,
	chooseOrCreate: 'It may have been deleted. Choose one from the list, or create it first.',
	severalHaveTaxId: ({ ids }: { ids: string[] }) =>
		`${number(ids.length)} customers have this tax ID (${ids.join(', ')})`,
	deleteExtra: 'Delete the extra ones, or use Update with the ID of the right one.',
	nothingToChange: 'There is nothing to change: Update Fields is empty',
	addField: 'Add at least one of Tax ID, Name and Email under Update Fields.',
	/** After a crash, n8n knows nothing of what an execution has done. */
	lost: {
		created:
			'This execution was cut off, and n8n does not know any more what it had created. Nothing was created now',
		changed:
			'This execution was cut off, and n8n does not know any more what it had changed. Nothing was changed now',
		deleted:
			'This execution was cut off, and n8n does not know any more what it had deleted. Nothing was deleted now',
	},
	createAnew:
		"Start the rows anew with Customer → Create or Update, once GMC's list of customers is up to date: whom it shows is not created again.",
	chooseAnew:
		'The tax ID may name another customer by now. Look at it with Customer → Get, then choose the customer by ID in a new execution.',
	afterUnknown: ({ row }: { row: number }) =>
		`not attempted, because the outcome of row ${row} with the same tax ID is not known`,
	lookThenRun: 'Look at the customer with Customer → Get, then run this row again.',
	turnTooLong:
		'another run on this account has been creating customers for a long time, and this one may be among them',
	runLater: 'Run this row again once the other run has ended.',
};
