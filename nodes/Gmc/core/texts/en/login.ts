const CHECK_URL = 'Check the Base URL and the login address in the GMC credential.';

/** How an Origin is written that cannot be one. */
const ORIGIN_PROBLEMS = {
	noScheme: 'does not begin with https:// (or http://)',
	noAddress: 'is not a web address',
	path: 'has something after the domain',
	slash: 'ends with a slash',
};
export type OriginProblem = keyof typeof ORIGIN_PROBLEMS;

/** The login. */
export const login = {
	unreachable: ({ url }: { url: string }) =>
		`GMC's login at ${url} could not be reached. ${CHECK_URL}`,
	/** Ends what is said of an address where nobody answered. */
	noHttps:
		'Whoever answers there does not speak https. Check the port, or write http:// for a service in your own network that has no https.',
	noPlainHttp:
		'The connection was broken off before an answer, as a service does that speaks https only. Write https:// if it does.',
	notSent: ({ said }: { said: string }) => `GMC's login was not sent: ${said}`,
	noWebAddress:
		'The Base URL, or the login address of the GMC credential, is not a web address. It must begin with https://',
	refused: ({ statusCode }: { statusCode: number }) =>
		`GMC refused the login (HTTP ${statusCode}). Check Email, Password (Senha) and Login Endpoint in the GMC credential; the access must be of type INTEGRATION.`,
	blankInPassword:
		'The password begins or ends with a blank. If that is not part of it, remove it.',
	/** @param bare what it may be meant to be */
	origin: ({ problem, bare }: { problem: OriginProblem; bare?: string }) =>
		`The Origin in the GMC credential ${ORIGIN_PROBLEMS[problem]}. It must be exactly as GMC released it${bare ? `: perhaps ${bare} is meant` : ''}.`,
	redirects: ({ statusCode }: { statusCode: number }) =>
		`GMC's login address redirects elsewhere (HTTP ${statusCode}); redirects are not followed with a password. ${CHECK_URL}`,
	notThere: ({ statusCode }: { statusCode: number }) =>
		`There is no login at this address (HTTP ${statusCode}). Check Login Endpoint, Login Base URL and Base URL in the GMC credential; the Base URL must include /api.`,
	failed: ({ statusCode }: { statusCode: number }) =>
		`GMC's login did not work (HTTP ${statusCode}). Try again later.`,
	/** @param keys that came in the answer; none where it is no JSON object */
	noToken: ({ tokenField, keys }: { tokenField: string; keys: string[] }) => {
		const looked = tokenField
			? `There is no token at "${tokenField}" in the answer of GMC's login.`
			: "No access token was found in the answer of GMC's login.";
		const came =
			keys.length > 0 ? `These fields came: ${keys.join(', ')}.` : 'It is not a JSON object.';
		return `${looked} ${came} Put the path of the right one into Token Field in the GMC credential.`;
	},
	noOtherToken: 'The login gave no other access token than one that GMC had just refused.',
};
