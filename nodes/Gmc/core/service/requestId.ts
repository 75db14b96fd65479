import { hiding } from '../redaction/redact';

/** In which services and proxies name a request (assumed: service.md shows no such header). */
const HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'cf-ray'];

/** Of what people can quote to GMC. */
const FORM = /^[\w.:+/=-]{1,100}$/;

/**
 * What GMC calls a request, for questions to GMC.
 *
 * @param headers in lower case
 * @param secrets an id that has one of them is not shown
 */
export function requestIdOf(
	headers: Record<string, unknown>,
	secrets: string[],
): string | undefined {
	const given = HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
	if (typeof given !== 'string' || !FORM.test(given)) return undefined;
	return hiding(secrets)(given) === given ? given : undefined;
}
