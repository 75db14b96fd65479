import { inOne } from '../texts/inOne';
import type { Message, Texts } from '../texts/message';
import type { Failure, ServiceOperation } from './failure';

export interface Explanation {
	/** What happened, in one sentence without error codes of Node.js (n8n rewrites those). */
	message: Message;
	/** What to do about it; undefined where there is nothing to say. */
	description?: Message;
	/** The message itself says that nothing was sent. */
	saysNothingSent?: true;
}

type Explained = Explanation & { description: Message };

/** Names of the service's answers in the catalogue. */
type Answer = keyof Texts['service']['answers'];

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

const WRITES: ServiceOperation[] = [
	...(['issueAddition', 'createCustomer', 'updateCustomer', 'deleteCustomer'] as const),
];

/** Says in plain words what a failure means for this operation and what to do (service.md 7). */
export function explain(failure: Failure, operation: ServiceOperation): Explained {
	const explained = explainCause(failure, operation);
	const { cause, message: words, advice: own } = failure;
	const sentence = cause === 'status' ? words?.replace(/[^.!?]$/, '$&.') : undefined;
	const said: Message | undefined = sentence
		? ({ service }) => service.says({ words: sentence })
		: undefined;
	return { ...explained, description: inOne(explained.description, own, said) };
}

function explainCause(failure: Failure, operation: ServiceOperation): Explained {
	const { cause, proof, own } = failure;
	if (cause === 'login') {
		return {
			message: ({ service }) => service.loginFailed,
			description: own ?? (() => ''),
			saysNothingSent: true,
		};
	}
	if (cause === 'status') return explainStatus(failure, operation);
	if (cause === 'tooLate') {
		return {
			message: ({ service }) => service.tooLate.message,
			description: ({ service }) => service.tooLate.description,
		};
	}
	if (proof === 'notSent') {
		return {
			message: ({ service }) => service.unreachable.message,
			description: ({ service }) => service.unreachable.description,
			saysNothingSent: true,
		};
	}
	const reason: Message =
		cause === 'unreadable'
			? (own ?? (({ service }) => service.unreadable.answer))
			: ({ service }) => service[cause];
	return { message: during(operation, reason), description: advice(operation) };
}

/** After a read an intermediary's answer means what GMC's would; of a write it proves nothing (CONTRIBUTING M1). */
function explainStatus(failure: Failure, operation: ServiceOperation): Explained {
	const statusCode = failure.statusCode ?? 0;
	if (!failure.isFromIntermediary) return explainAnswer(statusCode, operation);
	if (WRITES.includes(operation)) return explainIntermediary(statusCode, operation);
	const { message, description } = explainAnswer(statusCode, operation);
	return { message, description: inOne(description, ({ service }) => service.intermediary) };
}

function explainIntermediary(statusCode: number, operation: ServiceOperation): Explained {
	const isAddress = statusCode === 404 || statusCode === 405;
	const address: Message[] = isAddress ? [({ service }) => service.checkBaseUrlToo] : [];
	return {
		message: during(operation, ({ service }) => service.notItsOwn({ statusCode })),
		description: inOne(({ service }) => service.intermediaryWrite, ...address, advice(operation)),
	};
}

function explainAnswer(statusCode: number, operation: ServiceOperation): Explained {
	const known = BY_STATUS[operation][statusCode];
	if (known) {
		return {
			message: ({ service }) => service.answers[known].message,
			description: ({ service }) => service.answers[known].description,
		};
	}
	if (statusCode >= 300 && statusCode < 400) {
		return {
			message: during(operation, ({ service }) => service.redirects({ statusCode })),
			description: ({ service }) => service.correctBaseUrl,
		};
	}
	if (statusCode === 404 || statusCode === 405) {
		return {
			message: ({ service }) => service.notThere({ statusCode }),
			description: ({ service }) => service.checkBaseUrl,
		};
	}
	if (statusCode === 429) {
		return {
			message: during(operation, ({ service }) => service.tooMany({ statusCode })),
			description: inOne(({ service }) => service.sendFewer, advice(operation)),
		};
	}
	if (statusCode >= 500 || statusCode === 408) {
		return {
			message: during(operation, ({ service }) => service.failed({ statusCode })),
			description: advice(operation),
		};
	}
	return {
		message: ({ service }) => service.refused({ statusCode }),
		description: ({ service }) => service.checkFields,
	};
}

/** What happened, and what it was about. */
const during =
	(operation: ServiceOperation, what: Message): Message =>
	(texts) =>
		what(texts) + texts.service.during[operation];

function advice(operation: ServiceOperation): Message {
	// What to do about a row that may have been paid, its ledger knows: until when it is held.
	if (operation === 'issueAddition') return () => '';
	if (WRITES.includes(operation)) return ({ service }) => service.lookAtCustomer;
	return ({ service }) => service.tryLater;
}
