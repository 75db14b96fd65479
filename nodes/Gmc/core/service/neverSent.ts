/** Errors of the TLS handshake, which comes before any request. */
const CERTIFICATE_CODES = [
	'CERT_CHAIN_TOO_LONG',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REJECTED',
	'CERT_REVOKED',
	'CERT_SIGNATURE_FAILURE',
	'CERT_UNTRUSTED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Errors that stay until somebody corrects the address or the certificate. */
const PERMANENT_CODES = new Set([...CERTIFICATE_CODES, 'ENOTFOUND', 'ERR_INVALID_URL']);

/** How many nested causes are read. */
const MAX_DEPTH = 5;

export function isPermanentCode(code: unknown): boolean {
	return typeof code === 'string' && PERMANENT_CODES.has(code);
}

/**
 * Whether an error proves that no byte of the request left (CONTRIBUTING M1). The code alone does not: a connection that
 * has carried the request can also end with EHOSTUNREACH or even ECONNREFUSED (n8n.md H7). So the failed step must be
 * the name look-up, the connection or the handshake, for each connection that was tried.
 *
 * @param error what n8n's helper threw, or a cause of it
 */
export function provesNotSent(error: unknown, depth = 0): boolean {
	if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
	const { code, syscall, errors, cause } = error as Record<string, unknown>;
	if (Array.isArray(errors)) {
		return errors.length > 0 && errors.every((one) => provesNotSent(one, depth + 1));
	}
	if (typeof syscall === 'string') return /^(connect|getaddrinfo|query)/.test(syscall);
	return isPermanentCode(code) || code === 'EAI_AGAIN' || provesNotSent(cause, depth + 1);
}
