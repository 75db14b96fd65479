import { redactionOf } from '../redaction/redact';
import type { ServiceRecord } from './record';
import { isRecord } from './record';

const MAX_CODE_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 500;

/**
 * `code` and `message` of an ApiError or UnauthorizedError (service.md 2.9), if there are any.
 *
 * @param body parsed JSON (n8n parses it whatever its content type), or the text if it is none
 * @param secrets are redacted
 */
export function readErrorBody(
	body: unknown,
	secrets: string[] = [],
): { code?: string; message?: string } {
	const redact = redactionOf(secrets);
	// Cut after redaction, because half a secret would not be recognized.
	const shown = (text: string, length: number) => redact(text).slice(0, length);
	const { code, message } = errorRecord(body) ?? {};
	const text = Array.isArray(message)
		? message.filter((m) => typeof m === 'string').join('; ')
		: message;
	return {
		code:
			typeof code === 'string' || typeof code === 'number'
				? shown(String(code), MAX_CODE_LENGTH)
				: undefined,
		message: typeof text === 'string' && text ? shown(text, MAX_MESSAGE_LENGTH) : undefined,
	};
}

/**
 * Whether an answer is in GMC's form: a JSON object with its status, a code or a message (service.md 2.9; more is not
 * shown for most statuses). A firewall or proxy answers with a page or nothing.
 */
export function isServiceError(statusCode: number, body: unknown): boolean {
	const record = errorRecord(body);
	if (record === undefined) return false;
	const { code, message } = readErrorBody(record);
	return Boolean(code) || message !== undefined || Number(record.statusCode) === statusCode;
}

/**
 * Whether the body of a 2xx is an error all the same: by its own status, or by what its field `error` holds. A record
 * may have such a field (service.md 2.4), so it is an error by its status only.
 */
export function saysFailed(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const { statusCode, error, _id } = body;
	if (Number(statusCode) >= LEAST_ERROR_STATUS) return true;
	if (_id !== undefined) return false;
	return isRecord(error)
		? isErrorBody(error)
		: error === true || (typeof error === 'string' && error !== '');
}

/** Services say by these that a token has ended; 403 may as well mean that the user lacks a permission (service.md 5). */
const TOKEN_STATUSES = [401, 403, 419, 440, 498];

export const mayMeanToken = (statusCode: number): boolean => TOKEN_STATUSES.includes(statusCode);

/** Such a status in the body of a 2xx. */
export function refusedTokenIn(body: unknown): number | undefined {
	if (!saysFailed(body)) return undefined;
	const told = [body, errorRecord(body)].map((one) => Number(isRecord(one) && one.statusCode));
	return told.find(mayMeanToken);
}

/** Whether a body without a record is an error: it says that it failed, or has a code or message and no other status. */
export function isErrorBody(body: unknown): boolean {
	if (saysFailed(body)) return true;
	if (!isRecord(body) || Number(body.statusCode) < LEAST_ERROR_STATUS) return false;
	return isServiceError(LEAST_ERROR_STATUS, body);
}

const LEAST_ERROR_STATUS = 400;

/** The body, or what its field `error` holds. */
function errorRecord(body: unknown): ServiceRecord | undefined {
	const source = isRecord(body) && isRecord(body.error) ? body.error : body;
	return isRecord(source) ? source : undefined;
}
