import { isRecord } from './record';

/** How many nested causes are read. */
const MAX_DEPTH = 5;

const OUT_OF_DATE = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];
const OF_ANOTHER = ['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'];

/** Errors of the TLS handshake, which comes before any request. */
export const CERTIFICATE_CODES = [
	...OUT_OF_DATE,
	...OF_ANOTHER,
	'CERT_CHAIN_TOO_LONG',
	'CERT_REJECTED',
	'CERT_REVOKED',
	'CERT_SIGNATURE_FAILURE',
	'CERT_UNTRUSTED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** What a proxy's 407 means (RFC 9110, 15.5.8). GMC itself cannot send it. */
export const PROXY_ASKS = {
	message: 'A proxy between n8n and GMC asks for a user name and a password (407)',
	description: 'Put them into HTTP_PROXY and HTTPS_PROXY of n8n, or ask who runs the proxy.',
};

/**
 * Why a connection to GMC did not come about, in words, as far as the error tells more than that.
 *
 * @param error what n8n's helper threw, or a cause of it
 * @param address where the request was to go
 */
export function obstacleOf(error: unknown, address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	const told = withCauses(error).map((one) => certificateOf(one, url) ?? proxyOf(one, url));
	return told.find((text) => text !== undefined);
}

function certificateOf({ code }: Cause, { host }: URL): string | undefined {
	if (typeof code !== 'string' || !CERTIFICATE_CODES.includes(code)) return undefined;
	if (OUT_OF_DATE.includes(code)) {
		return `The certificate of ${host} has expired, or is not valid yet. Tell GMC, or set the clock of n8n's machine.`;
	}
	if (OF_ANOTHER.includes(code)) {
		return `The certificate that ${host} shows belongs to another address. Check the 'Base URL' in the GMC credential.`;
	}
	return `n8n does not trust the certificate of ${host}. If a proxy or firewall of your company opens the connection, name the file with its certificate in NODE_EXTRA_CA_CERTS of n8n.`;
}

/** A connection to another place than GMC's address was one to a proxy. */
function proxyOf({ syscall, hostname, address, port }: Cause, url: URL): string | undefined {
	const isName = syscall === 'getaddrinfo' && typeof hostname === 'string';
	if (isName && hostname !== url.hostname) return deadProxy(hostname);
	const own = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
	if (syscall !== 'connect' || typeof port !== 'number' || port === own) return undefined;
	return deadProxy(`${String(address)}:${port}`);
}

const deadProxy = (where: string) =>
	`n8n connects through a proxy at ${where}, which cannot be reached. Check HTTP_PROXY and HTTPS_PROXY of n8n, or start the proxy.`;

type Cause = Record<string, unknown>;

function withCauses(error: unknown, depth = 0): Cause[] {
	// Errors are objects, too.
	if (!isRecord(error) || depth > MAX_DEPTH) return [];
	const inner = [...(Array.isArray(error.errors) ? error.errors : []), error.cause];
	return [error, ...inner.flatMap((one) => withCauses(one, depth + 1))];
}
