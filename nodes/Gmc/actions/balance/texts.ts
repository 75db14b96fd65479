/** By what else than the customer a list was narrowed down. */
export interface Narrowing {
	/** `YYYY-MM-DD` */
	initialDate?: string;
	finalDate?: string;
	status?: string;
}

/** What Balance: Get Many says. */
export const texts = {
	unknownCustomer: (problem: string) => `The customer was not found: ${problem}`,
	unknownCustomerAdvice:
		'Correct the customer, or choose one from the list. Additions of a deleted customer are found by the ID or tax ID that they name.',
	noAdditions: (name: string, { initialDate, finalDate, status }: Narrowing) =>
		[
			`GMC lists 0 additions of ${name}`,
			initialDate && `since ${initialDate}`,
			finalDate && `until ${finalDate}`,
			status && `with the status ${status}`,
		]
			.filter(Boolean)
			.join(' '),
	moreWithout: (count: number) => `… and 0 of ${count} more customers`,
};
