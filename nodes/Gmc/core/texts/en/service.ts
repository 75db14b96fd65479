/** What GMC answers, and what that means (service.md 7). */
export const service = {
	/** The service's own words stay as they are. */
	says: ({ words }: { words: string }) => `GMC says: ${words}`,
	/** What it answers to some operations, each with what to do. */
	answers: {
		integrationRefused: {
			message: 'GMC does not accept this integration (401)',
			description:
				'The access token, the Client Key and Client Secret or the Origin are not valid together. Compare Client Key, Client Secret and Origin in the GMC credential with the integration at GMC: all three must be exactly as they are there, and belong to the user of the e-mail.',
		},
		issuerRefused: {
			message: 'GMC does not accept this integration (401)',
			description:
				'The access token, the Client Key and Client Secret or the Origin are not valid together. Compare all three in the GMC credential with the integration at GMC. GMC checks the Origin only when balance is added, so the test of the credential passes with a wrong one: it must be exactly the domain that GMC released (https://, www., no slash at the end).',
		},
		notYourCustomer: {
			message: 'The customer belongs to another GMC user (403)',
			description: 'Use a customer of the user in the GMC credential. Choose one from the list.',
		},
		noSuchCustomer: {
			message: 'GMC knows no such customer (404)',
			description: 'The customer does not exist or was deleted. Choose one from the list.',
		},
		additionInvalid: {
			message: 'GMC refused the addition (400): the data is not valid',
			description:
				'The amount is inconsistent, the customer is not one of yours, or your operational wallet is not registered and approved at GMC.',
		},
		mayNotIssue: {
			message: 'This GMC user may not issue balance additions (403)',
			description:
				'The access must be of type INTEGRATION with INTEGRATION_ONLY active, and the operational wallet approved. Ask GMC to check the access.',
		},
		issueUnavailable: {
			message:
				'GMC was temporarily unavailable (503); whether the addition was issued is not known',
			description: '',
		},
		noSuchAddition: {
			message: 'GMC knows no such addition of yours (417)',
			description:
				'The addition does not exist or belongs to another user. Use the _id that Balance → Add returned.',
		},
		customerInvalid: {
			message: 'GMC refused the new customer (400): the data is not valid',
			description:
				'Check tax ID, name and e-mail. If the customer may exist already, use Create or Update.',
		},
		changeInvalid: {
			message: 'GMC refused the change (400): the data is not valid',
			description: 'Check the fields under Update Fields.',
		},
	},
	loginFailed: 'The login at GMC did not work, so nothing was sent',
	tooLate: {
		message: 'not sent, because it had waited for so long that another run may send it',
		description:
			'Run the workflow again. A shorter sheet, or a longer Hold, keeps rows from waiting for so long.',
	},
	unreachable: {
		message: 'GMC could not be reached, so nothing was sent',
		description: 'Check the Base URL in the GMC credential and the network of your n8n.',
	},
	network: 'The connection to GMC broke before the answer came',
	timeout: 'GMC did not answer in time',
	cancelled: 'The execution was cancelled while GMC was working',
	/** A 2xx that is not what was asked for. */
	unreadable: {
		answer: "GMC's answer could not be read",
		additions: "GMC's list of additions could not be read",
		customers: "GMC's list of customers could not be read",
		thisAddition: 'GMC answered with something else',
		noAdditionId: 'GMC answered without the id of the addition',
		noCustomerId: 'GMC answered without the id of the new customer',
	},
	redirects: ({ statusCode }: { statusCode: number }) =>
		`GMC's address redirects elsewhere (${statusCode})`,
	correctBaseUrl: 'Redirects are not followed. Correct the Base URL in the GMC credential.',
	notThere: ({ statusCode }: { statusCode: number }) =>
		`There is no such GMC service at this address (${statusCode})`,
	checkBaseUrl: 'Check the Base URL in the GMC credential; it must include /api.',
	tooMany: ({ statusCode }: { statusCode: number }) =>
		`GMC receives too many requests (${statusCode})`,
	sendFewer: 'Wait a while and send fewer at a time.',
	failed: ({ statusCode }: { statusCode: number }) => `GMC failed to answer (${statusCode})`,
	refused: ({ statusCode }: { statusCode: number }) => `GMC refused the request (${statusCode})`,
	checkFields: 'Check the fields of this row.',
	notItsOwn: ({ statusCode }: { statusCode: number }) =>
		`The answer (${statusCode}) was not GMC's own`,
	intermediary:
		"The answer was not in GMC's form: a proxy or firewall in front of GMC may have sent it.",
	intermediaryWrite:
		'A proxy or firewall in front of GMC may have sent it, before or after GMC got the request.',
	checkBaseUrlToo: 'Check the Base URL in the GMC credential, too.',
	/** Goes on from what happened. After a write: what is not known now. After a read: what was asked for. */
	during: {
		issueAddition: '; whether the addition was issued is not known',
		createCustomer: '; whether the customer was created is not known',
		updateCustomer: '; whether the customer was changed is not known',
		deleteCustomer: '; whether the customer was deleted is not known',
		getAddition: ' when asked for the addition',
		listAdditions: ' when asked for the list of additions',
		listCustomers: ' when asked for the list of customers',
	},
	lookAtCustomer: 'Look at the customer with Customer → Get before you repeat this.',
	tryLater: 'The read was tried several times. Try again later.',
	requestFailed: ({ what }: { what: string }) => `The request to GMC failed (${what})`,
};
