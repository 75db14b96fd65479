import type { Code } from '../codes';
import { mayMeanToken } from './errorBody';
import type { Failure, ServiceOperation } from './failure';
import { PROXY_ASKS } from './obstacle';
import { inOne } from '../texts/words';

export interface Explanation {
	/** What happened, in one sentence without error codes of Node.js (n8n rewrites those). */
	message: string;
	/** What to do about it, if anything. */
	description?: string;
	code: Code;
}

type Explained = Explanation & { description: string };

const said = (code: Code, message: string, description = ''): Explained => ({
	code,
	message,
	description,
});

const DURING: Record<ServiceOperation, string> = {
	issueAddition: ". We don't know whether the top-up went through",
	createCustomer: ". We don't know whether the customer was created",
	updateCustomer: ". We don't know whether the customer was changed",
	deleteCustomer: ". We don't know whether the customer was deleted",
	getAddition: ' when asked for the top-up',
	listAdditions: ' when asked for the list of top-ups',
	listCustomers: ' when asked for the list of customers',
};

const WRITES: ReadonlySet<ServiceOperation> = new Set([
	'issueAddition',
	'createCustomer',
	'updateCustomer',
	'deleteCustomer',
]);
const isWrite = (operation: ServiceOperation) => WRITES.has(operation);

const NO_ANSWER = {
	network: 'The connection to GMC broke before the answer came',
	timeout: 'GMC did not answer in time',
	cancelled: 'The execution was cancelled while GMC was working',
	unreadable: "GMC's answer could not be read",
};

const OF_A_CUSTOMER: Record<number, Explained> = {
	403: said(
		'NOT_ALLOWED',
		'The customer belongs to another GMC user (403)',
		'Use a customer of the user in the GMC credential. Choose one from the list.',
	),
	404: said(
		'CUSTOMER_NOT_FOUND',
		'GMC has no such customer (404)',
		'The customer does not exist or was deleted. Choose one from the list.',
	),
};

const NOT_ALLOWED = said(
	'NOT_ALLOWED',
	'This GMC user may not do this (403)',
	'The access must be of type INTEGRATION with INTEGRATION_ONLY active. Ask GMC to check the access.',
);

const integrationRefused = (statusCode: number): Explained => ({
	...INTEGRATION_REFUSED,
	message: `GMC does not accept this integration (${statusCode})`,
});

const INTEGRATION_REFUSED = said(
	'INTEGRATION_REFUSED',
	'GMC does not accept this integration (401)',
	"The access token, the 'Client Key' and 'Client Secret', or the 'Origin' do not match. Compare 'Client Key', 'Client Secret' and 'Origin' in the GMC credential with the integration at GMC. They must be exactly the same and belong to the user of the email.",
);

/** GMC's documented refusals, and what to do (service.md 7). */
const ANSWERS: Partial<Record<ServiceOperation, Record<number, Explained>>> = {
	issueAddition: {
		400: said(
			'REFUSED',
			'GMC refused the top-up (400): the data is not valid',
			'The amount is inconsistent, the customer is not one of yours, or your operational wallet is not registered and approved at GMC.',
		),
		401: {
			...INTEGRATION_REFUSED,
			description: `${INTEGRATION_REFUSED.description} GMC checks the 'Origin' for top-ups only, so the test of the credential passes with a wrong one: it must be the domain that GMC released, with https://, with www. if it has one, without a slash at the end.`,
		},
		403: said(
			'NOT_ALLOWED',
			'This GMC user may not make top-ups (403)',
			'The access must be of type INTEGRATION with INTEGRATION_ONLY active, and the operational wallet approved. Ask GMC to check the access.',
		),
	},
	getAddition: {
		417: said(
			'ADDITION_NOT_FOUND',
			'You have no such top-up at GMC (417)',
			'The top-up does not exist or belongs to another user. Use the ID that Balance: Add returned.',
		),
	},
	createCustomer: {
		400: said(
			'REFUSED',
			'GMC refused the new customer (400): the data is not valid',
			'Check tax ID, name and email. If another run has just created the customer, run this row again.',
		),
	},
	updateCustomer: {
		400: said(
			'REFUSED',
			'GMC refused the change (400): the data is not valid',
			"Check the fields under 'Update Fields'.",
		),
		...OF_A_CUSTOMER,
	},
	deleteCustomer: OF_A_CUSTOMER,
};

/** Explains a failure of this operation, and what to do (service.md 7). */
export function explain(failure: Failure, operation: ServiceOperation): Explained {
	const explained = explainCause(failure, operation);
	const { message: words, advice: own } = failure;
	const quoted = words && `GMC says: ${words.replace(/[^.!?]$/, '$&.')}`;
	return {
		...explained,
		code: failure.proof === 'unknown' ? (doubt(operation) ?? explained.code) : explained.code,
		description: inOne(explained.description, own, quoted),
	};
}

function explainCause(failure: Failure, operation: ServiceOperation): Explained {
	const { cause, proof, own } = failure;
	if (cause === 'status' && proof === 'refused' && failure.isHealed) return healed(failure);
	if (cause === 'status') return explainStatus(failure, operation);
	if (cause === 'login') return said('LOGIN_FAILED', 'The login at GMC did not work', own);
	if (cause === 'tooLate') {
		return said(
			'TOO_LATE',
			'not sent, because it waited so long that another run may send it',
			"If it happens often, use a shorter sheet or a longer 'Hold'.",
		);
	}
	if (proof === 'notSent') {
		return said(
			'UNREACHABLE',
			'GMC could not be reached',
			own ?? "Check the 'Base URL' in the GMC credential and the network of your n8n.",
		);
	}
	const message = during(operation, own ?? NO_ANSWER[cause]);
	return said('NO_ANSWER', message, advice(operation));
}

/** A write is not sent again by itself (CONTRIBUTING M2). */
const healed = ({ statusCode }: Failure): Explained =>
	said(
		'REFUSED',
		`GMC did not accept the access token any more (${statusCode}), and did nothing`,
		'The node has logged in again since. Send this row again.',
	);

/** After a read, a proxy's answer is treated like GMC's. After a write, it proves nothing (CONTRIBUTING M1). */
function explainStatus(
	{ statusCode = 0, isFromIntermediary }: Failure,
	operation: ServiceOperation,
): Explained {
	const answer = explainAnswer(statusCode, operation);
	if (!isFromIntermediary) return answer;
	const mayBeOf = 'A proxy or firewall in front of GMC may have sent it';
	const notOurs = `The answer (${statusCode}) was not GMC's own`;
	if (!isWrite(operation)) {
		return { ...answer, description: inOne(answer.description, `${notOurs}. ${mayBeOf}.`) };
	}
	return said(
		'NO_ANSWER',
		during(operation, notOurs),
		inOne(
			`${mayBeOf}, before or after GMC got the request.`,
			[404, 405].includes(statusCode) ? "Check the 'Base URL' in the GMC credential, too." : '',
			advice(operation),
		),
	);
}

function explainAnswer(statusCode: number, operation: ServiceOperation): Explained {
	const known = ANSWERS[operation]?.[statusCode];
	if (known) return known;
	if (statusCode === 407) return proxyAsks(operation);
	if (statusCode === 403) return NOT_ALLOWED;
	if (mayMeanToken(statusCode)) return integrationRefused(statusCode);
	if (statusCode >= 300 && statusCode < 400) {
		return said(
			'WRONG_ADDRESS',
			during(operation, `GMC's address redirects elsewhere (${statusCode})`),
			"Redirects are not followed. Correct the 'Base URL' in the GMC credential.",
		);
	}
	if (statusCode === 404 || statusCode === 405) {
		return said(
			'WRONG_ADDRESS',
			`There is no such GMC service at this address (${statusCode})`,
			"Check the 'Base URL' in the GMC credential; it must include /api.",
		);
	}
	if (statusCode === 429) {
		return said(
			'TOO_MANY_REQUESTS',
			during(operation, `GMC receives too many requests (${statusCode})`),
			inOne('Wait a while and send fewer at a time.', advice(operation)),
		);
	}
	if (statusCode >= 500 || statusCode === 408) {
		return said(
			'GMC_UNAVAILABLE',
			during(operation, `GMC failed to answer (${statusCode})`),
			advice(operation),
		);
	}
	return said(
		'REFUSED',
		`GMC refused the request (${statusCode})`,
		'Check the fields of this row.',
	);
}

function proxyAsks(operation: ServiceOperation): Explained {
	const { message, description } = PROXY_ASKS;
	if (!isWrite(operation)) return said('UNREACHABLE', message, description);
	return said('UNREACHABLE', during(operation, message), inOne(description, advice(operation)));
}

/** The code of a write that may have been done; none for a read. */
function doubt(operation: ServiceOperation): Code | undefined {
	if (operation === 'issueAddition') return 'ROW_IN_DOUBT';
	return isWrite(operation) ? 'CHANGE_IN_DOUBT' : undefined;
}

const during = (operation: ServiceOperation, what: string): string => what + DURING[operation];

function advice(operation: ServiceOperation): string {
	// The row's own advice says what to do about it, and until when it is held.
	if (operation === 'issueAddition') return '';
	if (isWrite(operation)) return 'Check the customer with Customer: Get before you run this again.';
	return 'The node tried several times. Try again later.';
}
