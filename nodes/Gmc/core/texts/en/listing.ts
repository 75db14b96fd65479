import { number } from './words';

/** Balance: Get Many. */
export const listing = {
	noCustomer:
		'Correct the customer, or choose one from the list. Additions of a deleted customer are found by the ID or tax ID that they name.',
	/** Of one customer, and by what else the list was narrowed down. Days are `YYYY-MM-DD`. */
	noAdditions: (asked: {
		name: string;
		initialDate?: string;
		finalDate?: string;
		status?: string;
	}) =>
		[
			`GMC lists 0 additions of ${asked.name}`,
			asked.initialDate && `since ${asked.initialDate}`,
			asked.finalDate && `until ${asked.finalDate}`,
			asked.status && `with the status ${asked.status}`,
		]
			.filter(Boolean)
			.join(' '),
	moreWithout: ({ customers }: { customers: number }) =>
		`… and 0 of ${number(customers)} more customers`,
	cut: ({ total, sent }: { total: number; sent: number }) =>
		`GMC counts ${number(total)} additions in this period but sent ${number(sent)}. Ask for a shorter period to see the others.`,
};
