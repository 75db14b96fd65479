import { obstacleOf } from '../../../../nodes/Gmc/core/service/obstacle';

const GMC = 'https://gmc.example.com/api';
const inCause = (cause: object) => Object.assign(new Error('x'), { code: 'E', cause });

// As n8n's helper throws them, with a proxy in HTTPS_PROXY.
test.each<[string, object, RegExp]>([
	['unknown', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /not trust .*gmc\.example\.com.*EXTRA_CA/],
	['out of date', { code: 'CERT_HAS_EXPIRED' }, /has expired/],
	['of another', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, /belongs to another address/],
	[
		'dead proxy',
		{ code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.5', port: 3128 },
		/proxy at 10\.0\.0\.5:3128/,
	],
	[
		'unknown proxy',
		{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'proxy.local' },
		/proxy at proxy\.local/,
	],
])('%s', (_, cause, words) => {
	expect(obstacleOf(inCause(cause), GMC)).toMatch(words);
	expect(obstacleOf({ errors: [inCause(cause)] }, GMC)).toMatch(words);
});

test.each<[string, unknown, string?]>([
	["GMC's own port", inCause({ syscall: 'connect', address: '10.0.0.5', port: 443 })],
	['its port', inCause({ syscall: 'connect', address: '::1', port: 80 }), 'http://[::1]/api'],
	['its name', inCause({ syscall: 'getaddrinfo', hostname: 'gmc.example.com' })],
	['a read', inCause({ syscall: 'read', address: '10.0.0.5', port: 3128 })],
	['nothing', undefined],
	['no address', inCause({ code: 'CERT_HAS_EXPIRED' }), 'gmc'],
])('nothing more is known of an error of %s', (_, error, address = GMC) => {
	expect(obstacleOf(error, address)).toBeUndefined();
});
