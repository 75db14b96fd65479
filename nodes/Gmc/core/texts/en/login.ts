const CHECK_URL = 'Check the Base URL and the login address in the GMC credential.';

/** The login, and the test of the credential. */
export const login = {
	unreachable: ({ url }: { url: string }) =>
		`GMC's login at ${url} could not be reached. ${CHECK_URL}`,
	notSent: ({ said }: { said: string }) => `GMC's login was not sent: ${said}`,
	noWebAddress:
		'The login address in the GMC credential is not a web address. It must begin with https://',
	refused: ({ statusCode }: { statusCode: number }) =>
		`GMC refused the login (HTTP ${statusCode}). Check Email, Password (Senha) and Login Endpoint in the GMC credential; the access must be of type INTEGRATION.`,
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
	test401:
		'The login worked, but GMC refused the request (401): Client Key, Client Secret or Origin do not belong to this user. Compare them with the integration at GMC.',
	test403:
		'GMC does not allow this user to use the integration (403): the access must be of type INTEGRATION with INTEGRATION_ONLY active.',
	test404:
		'There is no GMC service at this Base URL (404). It must include /api, for instance https://gmc.example.com/api',
};
