import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { renewToken, signRequest } from '../nodes/Gmc/api/session';
import type { GmcCredential } from '../nodes/Gmc/core/service/credential';
import { integrationHeaders } from '../nodes/Gmc/core/service/credential';

const asGmc = (credentials: ICredentialDataDecryptedObject) =>
	credentials as unknown as GmcCredential;

/** What n8n shows if the credential's test fails, by status: never GMC's words (n8n.md C11). */
const TEST_TEXTS = {
	401: 'The login worked, but GMC refused the request (401). Client Key and Client Secret do not belong to this user, or the Origin is not released. Compare them with the integration at GMC.',
	403: 'GMC does not allow this user to use the integration (403): the user must be of type INTEGRATION with INTEGRATION_ONLY active.',
	404: 'There is no GMC service at this Base URL (404). It must include /api, for instance https://gmc.example.com/api',
};

/** The fields, the headers of every request, and the login (service.md 5, reference.md "Credential"). */
export class GmcApi implements ICredentialType {
	name = 'gmcApi';

	displayName = 'GMC API';

	icon: Icon = { light: 'file:../nodes/Gmc/gmc.svg', dark: 'file:../nodes/Gmc/gmc.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-gmc/n8n-nodes-gmc/blob/master/docs/reference.md#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://gmc.example.com/api',
			description: 'Address of the GMC service, including /api',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. integration@company.com',
			default: '',
			required: true,
			description: 'Email of your GMC user of type INTEGRATION',
		},
		{
			displayName: 'Password',
			name: 'senha',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
		{
			displayName: 'Client Key',
			name: 'clientKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'First half of the integration key of this user',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Second half of the integration key',
		},
		{
			displayName: 'Origin',
			name: 'origin',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://www.company.com',
			description:
				'The domain that GMC has released for you. GMC checks it only when you top up, so the test cannot.',
		},
		{
			displayName: 'Login Endpoint',
			name: 'loginEndpoint',
			type: 'options',
			default: 'auth',
			options: [
				{
					name: 'Auth (/auth/login)',
					value: 'auth',
					description: 'The usual login. Try this one first.',
				},
				{ name: 'Custom', value: 'custom', description: 'Another address' },
				{
					name: 'Integration (/users/integration/login)',
					value: 'integration',
					description: 'The login that GMC documents for top-ups',
				},
			],
			description: 'Where GMC gives out access tokens',
		},
		{
			displayName: 'Login Base URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://auth.gmc.example.com/api',
			description: 'Address of /auth/login. Leave empty to use the Base URL.',
			displayOptions: { show: { loginEndpoint: ['auth'] } },
		},
		{
			displayName: 'Login URL',
			name: 'loginUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://gmc.example.com/api/login',
			description: 'Full address of the login',
			displayOptions: { show: { loginEndpoint: ['custom'] } },
		},
		{
			displayName: 'Token Field',
			name: 'tokenField',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. data.session.token',
			description:
				"Path to the access token in the login's answer. Leave empty to detect it automatically.",
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Login Fingerprint',
			name: 'loginFingerprint',
			type: 'hidden',
			default: '',
		},
		{
			// The path of the token in the login's answer, for Account: Check.
			displayName: 'Login Answer Path',
			name: 'loginAnswerPath',
			type: 'hidden',
			default: '',
		},
		{
			// Stored only so that n8n's HTTP Request node hides it in the requests that it saves: n8n hides the values of
			// a credential, and this Base64 of two fields would not be one of them.
			displayName: 'Secret Key',
			name: 'secretKey',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
	];

	/** n8n calls this if the token is missing or refused, and stores the result (n8n.md C2). */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const credential = asGmc(credentials);
		const token = await renewToken(this.helpers, credential);
		return { ...token, secretKey: integrationHeaders(credential)['secret-key'] };
	}

	/** n8n calls this for every request with this credential, of any node. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return signRequest(asGmc(credentials), requestOptions);
	}

	/** Logs in and lists the customers, which needs every header but changes nothing (service.md 5). */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/customers/all',
		},
		rules: Object.entries(TEST_TEXTS).map(([statusCode, message]) => ({
			type: 'responseCode',
			properties: { value: Number(statusCode), message },
		})),
	};
}
