import type { Failure, ServiceOperation } from './failure';

export interface Explanation {
	/** What happened, in one sentence without error codes of Node.js (n8n rewrites those). */
	message: string;
	/** What to do about it. */
	description: string;
}

const KEYS_401: Explanation = {
	message: 'GMC does not accept this integration (401)',
	description:
		'The access token, the Client Key and Client Secret or the Origin are not valid together. Open the GMC credential, compare them with the integration at GMC, and use the credential test.',
};
const NOT_YOUR_CUSTOMER: Explanation = {
	message: 'The customer belongs to another GMC user (403)',
	description: 'Use a customer of the user in the GMC credential. Choose one from the list.',
};
const NO_SUCH_CUSTOMER: Explanation = {
	message: 'GMC knows no such customer (404)',
	description: 'The customer does not exist or was deleted. Choose one from the list.',
};

const BY_STATUS: Record<ServiceOperation, Record<number, Explanation>> = {
	issueAddition: {
		400: {
			message: 'GMC refused the addition (400): the data is not valid',
			description:
				'The amount is inconsistent, the customer is not one of yours, or your operational wallet is not registered and approved at GMC.',
		},
		401: KEYS_401,
		403: {
			message: 'This GMC user may not issue balance additions (403)',
			description:
				'The access must be of type INTEGRATION with INTEGRATION_ONLY active, and the operational wallet approved. Ask GMC to check the access.',
		},
		503: {
			message:
				'GMC was temporarily unavailable (503); whether the addition was issued is not known',
			description: 'Look for it with Balance → Get Many before you send this row again.',
		},
	},
	getAddition: {
		401: KEYS_401,
		417: {
			message: 'GMC knows no such addition of yours (417)',
			description:
				'The addition does not exist or belongs to another user. Use the _id that Balance → Add returned.',
		},
	},
	listAdditions: { 401: KEYS_401 },
	listCustomers: { 401: KEYS_401 },
	createCustomer: {
		400: {
			message: 'GMC refused the new customer (400): the data is not valid',
			description:
				'Check tax ID, name and e-mail. If the customer may exist already, use Create or Update.',
		},
		401: KEYS_401,
	},
	updateCustomer: {
		400: {
			message: 'GMC refused the change (400): the data is not valid',
			description: 'Check the fields under Update Fields.',
		},
		401: KEYS_401,
		403: NOT_YOUR_CUSTOMER,
		404: NO_SUCH_CUSTOMER,
	},
	deleteCustomer: { 401: KEYS_401, 403: NOT_YOUR_CUSTOMER, 404: NO_SUCH_CUSTOMER },
};

const WRITES: Partial<Record<ServiceOperation, string>> = {
	issueAddition: 'the addition was issued',
	createCustomer: 'the customer was created',
	updateCustomer: 'the customer was changed',
	deleteCustomer: 'the customer was deleted',
};

const READS: Partial<Record<ServiceOperation, string>> = {
	getAddition: 'the addition',
	listAdditions: 'the list of additions',
	listCustomers: 'the list of customers',
};

/** Says in plain words what a failure means for this operation and what to do (service.md 7). */
export function explain(failure: Failure, operation: ServiceOperation): Explanation {
	const explanation = explainCause(failure, operation);
	const said =
		failure.cause === 'status' && failure.message
			? ` GMC says: ${failure.message.replace(/[^.!?]$/, '$&.')}`
			: '';
	return { ...explanation, description: explanation.description + said };
}

function explainCause(failure: Failure, operation: ServiceOperation): Explanation {
	if (failure.cause === 'login') {
		return {
			message: 'The login at GMC did not work, so nothing was sent',
			description: failure.message ?? '',
		};
	}
	if (failure.cause === 'status') return explainStatus(failure, operation);
	if (failure.proof === 'notSent') {
		return {
			message: 'GMC could not be reached, so nothing was sent',
			description: 'Check the Base URL in the GMC credential and the network of your n8n.',
		};
	}
	return {
		message: REASONS[failure.cause](failure) + doubt(operation),
		description: advice(operation),
	};
}

const REASONS: Record<
	Exclude<Failure['cause'], 'login' | 'status'>,
	(failure: Failure) => string
> = {
	network: () => 'The connection to GMC broke before the answer came',
	timeout: () => 'GMC did not answer in time',
	cancelled: () => 'The execution was cancelled while GMC was working',
	unreadable: ({ message }) => message ?? "GMC's answer could not be read",
};

/** After a read a foreign answer means what GMC's would; of a write it proves nothing (CONTRIBUTING M1). */
function explainStatus(failure: Failure, operation: ServiceOperation): Explanation {
	const statusCode = failure.statusCode ?? 0;
	if (!failure.isForeign) return explainAnswer(statusCode, operation);
	if (WRITES[operation]) return explainForeign(statusCode, operation);
	const { message, description } = explainAnswer(statusCode, operation);
	return { message, description: `${description} ${FOREIGN}` };
}

const FOREIGN =
	"The answer was not in GMC's form: a proxy or firewall in front of GMC may have sent it.";

function explainForeign(statusCode: number, operation: ServiceOperation): Explanation {
	const isAddress = statusCode === 404 || statusCode === 405;
	return {
		message: `The answer (${statusCode}) was not GMC's own${doubt(operation)}`,
		description: `A proxy or firewall in front of GMC may have sent it, before or after GMC got the request. ${isAddress ? 'Check the Base URL in the GMC credential, too. ' : ''}${advice(operation)}`,
	};
}

function explainAnswer(statusCode: number, operation: ServiceOperation): Explanation {
	const known = BY_STATUS[operation][statusCode];
	if (known) return known;
	if (statusCode >= 300 && statusCode < 400) {
		return {
			message: `GMC's address redirects elsewhere (${statusCode})${doubt(operation)}`,
			description: 'Redirects are not followed. Correct the Base URL in the GMC credential.',
		};
	}
	if (statusCode === 404 || statusCode === 405) {
		return {
			message: `There is no such GMC service at this address (${statusCode})`,
			description: 'Check the Base URL in the GMC credential; it must include /api.',
		};
	}
	if (statusCode === 429) {
		return {
			message: `GMC receives too many requests (429)${doubt(operation)}`,
			description: `Wait a while and send fewer at a time. ${advice(operation)}`,
		};
	}
	if (statusCode >= 500 || statusCode === 408) {
		return {
			message: `GMC failed to answer (${statusCode})${doubt(operation)}`,
			description: advice(operation),
		};
	}
	return {
		message: `GMC refused the request (${statusCode})`,
		description: 'Check the fields of this row.',
	};
}

/** After a write: what is not known now. After a read: what was asked for. */
function doubt(operation: ServiceOperation): string {
	const write = WRITES[operation];
	return write ? `; whether ${write} is not known` : ` when asked for ${READS[operation]}`;
}

function advice(operation: ServiceOperation): string {
	if (operation === 'issueAddition') {
		return 'Look for it with Balance → Get Many before you send this row again.';
	}
	if (WRITES[operation]) return 'Look at the customer with Customer → Get before you repeat this.';
	return 'The read was tried several times. Try again later.';
}
