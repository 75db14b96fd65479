import { number } from './words';

/** By what a list was narrowed down; days as `YYYY-MM-DD`. */
interface Narrowed {
	name: string;
	initialDate?: string;
	finalDate?: string;
	status?: string;
}

/** Balance: Get Many. */
export const listing = {
	customerUnreadable: ({ reason }: { reason: string }) =>
		`The filter Customer cannot be read: ${reason}`,
	chooseOrRemove: 'Choose a customer from the list, by ID or by tax ID, or remove the filter.',
	customerUnknown: ({ problem }: { problem: string }) => `The customer was not found: ${problem}`,
	correctCustomer:
		'Correct the customer, or choose one from the list. Additions of a deleted customer are found by the ID or tax ID that they name.',
	/** Of a customer without any. */
	none: ({ name, initialDate, finalDate, status }: Narrowed) =>
		[
			`GMC lists 0 additions of ${name}`,
			...(initialDate ? [`since ${initialDate}`] : []),
			...(finalDate ? [`until ${finalDate}`] : []),
			...(status ? [`with the status ${status}`] : []),
		].join(' '),
	noneOfMore: ({ customers }: { customers: number }) =>
		`… and 0 of ${number(customers)} more customers`,
	cut: ({ sent, total }: { sent: number; total: number }) =>
		`GMC counts ${number(total)} additions in this period but sent ${number(sent)}. To see the others, set Initial Date and Return All: the node then asks in shorter periods.`,
	/** However it was asked for. */
	cutPeriods: ({ periods }: { periods: string[] }) =>
		`GMC's list comes cut for ${periods.join(', ')}: additions of that time are missing here. Ask for a shorter period; if a single day comes cut, ask GMC for a complete list.`,
};
