import type { Code } from '../codes';
import { ANSWERS } from './answers';
import type { Failure, ServiceOperation } from './failure';
import { inOne } from '../texts/words';

const UNREACHABLE: Explained = {
	message: 'GMC could not be reached, so nothing was sent',
	description: 'Check the Base URL in the GMC credential and the network of your n8n.',
	code: 'UNREACHABLE',
	saysNothingSent: true,
};

const TOO_LATE: Explained = {
	message: 'not sent, because it waited so long that another run may send it',
	description: 'Run the workflow again. Use a shorter sheet or a longer Hold if it happens again.',
	code: 'TOO_LATE',
};

const DURING = {
	issueAddition: ". We don't know whether the top-up went through",
	createCustomer: ". We don't know whether the customer was created",
	updateCustomer: ". We don't know whether the customer was changed",
	deleteCustomer: ". We don't know whether the customer was deleted",
	getAddition: ' when asked for the top-up',
	listAdditions: ' when asked for the list of top-ups',
	listCustomers: ' when asked for the list of customers',
};

export interface Explanation {
	/** What happened, in one sentence without error codes of Node.js (n8n rewrites those). */
	message: string;
	/** What to do about it, if anything. */
	description?: string;
	code: Code;
	/** The message itself says that nothing was sent. */
	saysNothingSent?: true;
}

type Explained = Explanation & { description: string };

type Answer = keyof typeof ANSWERS;

const NO_ANSWER = {
	network: 'The connection to GMC broke before the answer came',
	timeout: 'GMC did not answer in time',
	cancelled: 'The execution was cancelled while GMC was working',
};

/** What a status means to an operation (service.md 7). */
const BY_STATUS: Record<ServiceOperation, Record<number, Answer>> = {
	issueAddition: {
		400: 'additionInvalid',
		401: 'issuerRefused',
		403: 'mayNotIssue',
		503: 'issueUnavailable',
	},
	getAddition: { 401: 'integrationRefused', 417: 'noSuchAddition' },
	listAdditions: { 401: 'integrationRefused' },
	listCustomers: { 401: 'integrationRefused' },
	createCustomer: { 400: 'customerInvalid', 401: 'integrationRefused' },
	updateCustomer: {
		400: 'changeInvalid',
		401: 'integrationRefused',
		403: 'notYourCustomer',
		404: 'noSuchCustomer',
	},
	deleteCustomer: {
		401: 'integrationRefused',
		403: 'notYourCustomer',
		404: 'noSuchCustomer',
	},
};

const WRITES: readonly ServiceOperation[] = [
	'issueAddition',
	'createCustomer',
	'updateCustomer',
	'deleteCustomer',
];

/** Explains a failure of this operation, and what to do (service.md 7). */
export function explain(failure: Failure, operation: ServiceOperation): Explained {
	const explained = explainCause(failure, operation);
	const { cause, message: words, advice: own } = failure;
	const sentence = cause === 'status' ? words?.replace(/[^.!?]$/, '$&.') : undefined;
	const said = sentence ? `GMC says: ${sentence}` : undefined;
	return {
		...explained,
		code: failure.proof === 'unknown' ? (doubt(operation) ?? explained.code) : explained.code,
		description: inOne(explained.description, own, said),
	};
}

function explainCause(failure: Failure, operation: ServiceOperation): Explained {
	const { cause, proof, own } = failure;
	if (cause === 'login') {
		return {
			message: 'The login at GMC did not work, so nothing was sent',
			description: own ?? '',
			code: 'LOGIN_FAILED',
			saysNothingSent: true,
		};
	}
	if (cause === 'status') return explainStatus(failure, operation);
	if (cause === 'tooLate') return TOO_LATE;
	if (proof === 'notSent') return UNREACHABLE;
	const reason =
		cause === 'unreadable' ? (own ?? "GMC's answer could not be read") : NO_ANSWER[cause];
	return { message: during(operation, reason), description: advice(operation), code: 'NO_ANSWER' };
}

/** After a read, a proxy's answer is treated like GMC's. After a write, it proves nothing (CONTRIBUTING M1). */
function explainStatus(failure: Failure, operation: ServiceOperation): Explained {
	const statusCode = failure.statusCode ?? 0;
	if (!failure.isFromIntermediary) return explainAnswer(statusCode, operation);
	if (WRITES.includes(operation)) return explainIntermediary(statusCode, operation);
	const { message, description, code } = explainAnswer(statusCode, operation);
	return {
		message,
		code,
		description: inOne(
			description,
			"The answer was not in GMC's form: a proxy or firewall in front of GMC may have sent it.",
		),
	};
}

function explainIntermediary(statusCode: number, operation: ServiceOperation): Explained {
	const isAddress = statusCode === 404 || statusCode === 405;
	return {
		code: 'NO_ANSWER',
		message: during(operation, `The answer (${statusCode}) was not GMC's own`),
		description: inOne(
			'A proxy or firewall in front of GMC may have sent it, before or after GMC got the request.',
			isAddress ? 'Check the Base URL in the GMC credential, too.' : undefined,
			advice(operation),
		),
	};
}

function explainAnswer(statusCode: number, operation: ServiceOperation): Explained {
	const known = BY_STATUS[operation][statusCode];
	if (known) return ANSWERS[known];
	if (statusCode >= 300 && statusCode < 400) {
		return {
			message: during(operation, `GMC's address redirects elsewhere (${statusCode})`),
			description: 'Redirects are not followed. Correct the Base URL in the GMC credential.',
			code: 'WRONG_ADDRESS',
		};
	}
	if (statusCode === 404 || statusCode === 405) {
		return {
			message: `There is no such GMC service at this address (${statusCode})`,
			description: 'Check the Base URL in the GMC credential; it must include /api.',
			code: 'WRONG_ADDRESS',
		};
	}
	if (statusCode === 429) {
		return {
			message: during(operation, `GMC receives too many requests (${statusCode})`),
			description: inOne('Wait a while and send fewer at a time.', advice(operation)),
			code: 'TOO_MANY_REQUESTS',
		};
	}
	if (statusCode >= 500 || statusCode === 408) {
		return {
			message: during(operation, `GMC failed to answer (${statusCode})`),
			description: advice(operation),
			code: 'GMC_UNAVAILABLE',
		};
	}
	return {
		message: `GMC refused the request (${statusCode})`,
		description: 'Check the fields of this row.',
		code: 'REFUSED',
	};
}

/** The code of a write that may have been done; none for a read. */
function doubt(operation: ServiceOperation): Code | undefined {
	if (operation === 'issueAddition') return 'ROW_IN_DOUBT';
	return WRITES.includes(operation) ? 'CHANGE_IN_DOUBT' : undefined;
}

const during = (operation: ServiceOperation, what: string): string => what + DURING[operation];

function advice(operation: ServiceOperation): string {
	// The row's own advice says what to do about it, and until when it is held.
	if (operation === 'issueAddition') return '';
	if (WRITES.includes(operation))
		return 'Check the customer with Customer: Get before you run this again.';
	return 'The node tried several times. Try again later.';
}
