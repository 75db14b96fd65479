/** GMC's documented refusals, and what to do (service.md 7). */
export const ANSWERS = {
	integrationRefused: {
		code: 'INTEGRATION_REFUSED',
		message: 'GMC does not accept this integration (401)',
		description:
			'The access token, the Client Key and Client Secret, or the Origin do not match. Compare Client Key, Client Secret and Origin in the GMC credential with the integration at GMC. They must be exactly the same and belong to the user of the email.',
	},
	issuerRefused: {
		code: 'INTEGRATION_REFUSED',
		message: 'GMC does not accept this integration (401)',
		description:
			'The access token, the Client Key and Client Secret, or the Origin do not match. Compare them in the GMC credential with the integration at GMC. GMC checks the Origin for top-ups only, so the test of the credential passes with a wrong one. It must be exactly the domain that GMC released (with https://, with www. if it has one, without a slash at the end).',
	},
	notYourCustomer: {
		code: 'NOT_ALLOWED',
		message: 'The customer belongs to another GMC user (403)',
		description: 'Use a customer of the user in the GMC credential. Choose one from the list.',
	},
	noSuchCustomer: {
		code: 'CUSTOMER_NOT_FOUND',
		message: 'GMC has no such customer (404)',
		description: 'The customer does not exist or was deleted. Choose one from the list.',
	},
	additionInvalid: {
		code: 'REFUSED',
		message: 'GMC refused the top-up (400): the data is not valid',
		description:
			'The amount is inconsistent, the customer is not one of yours, or your operational wallet is not registered and approved at GMC.',
	},
	mayNotIssue: {
		code: 'NOT_ALLOWED',
		message: 'This GMC user may not make top-ups (403)',
		description:
			'The access must be of type INTEGRATION with INTEGRATION_ONLY active, and the operational wallet approved. Ask GMC to check the access.',
	},
	issueUnavailable: {
		code: 'ROW_IN_DOUBT',
		message: "GMC was temporarily unavailable (503). We don't know whether the top-up went through",
		description: '',
	},
	noSuchAddition: {
		code: 'ADDITION_NOT_FOUND',
		message: 'You have no such top-up at GMC (417)',
		description:
			'The top-up does not exist or belongs to another user. Use the ID that Balance: Add returned.',
	},
	customerInvalid: {
		code: 'REFUSED',
		message: 'GMC refused the new customer (400): the data is not valid',
		description:
			'Check tax ID, name and e-mail. If another run has just created the customer, run this row again.',
	},
	changeInvalid: {
		code: 'REFUSED',
		message: 'GMC refused the change (400): the data is not valid',
		description: 'Check the fields under Update Fields.',
	},
} as const;
