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
import { checkInTest, credentialTest, noteLogin } from '../nodes/Gmc/api/credentialTest';
import { renewToken, signRequest } from '../nodes/Gmc/api/session';
import type { GmcCredential } from '../nodes/Gmc/core/service/credential';
import { integrationHeaders } from '../nodes/Gmc/core/service/credential';

const asGmc = (credentials: ICredentialDataDecryptedObject) =>
	credentials as unknown as GmcCredential;

/** A path, and no secret: it may be read. It stands here since n8n's linter goes by the name. */
const tokenField: INodeProperties = {
	displayName: 'Token Field',
	name: 'tokenField',
	type: 'string',
	default: '',
	placeholder: 'e.g. data.session.token',
	description:
		"Path to the access token in the login's answer. Leave empty to detect it automatically.",
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
			description: "Address of /auth/login. Leave empty to use the 'Base URL'.",
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
		tokenField,
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
			// When the token was fetched: an old one may have ended without a 401.
			displayName: 'Login Time',
			name: 'loginAt',
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
		noteLogin(credential, this.helpers);
		const token = await renewToken(this.helpers, credential);
		return { ...token, secretKey: integrationHeaders(credential)['secret-key'] };
	}

	/** n8n calls this for every request with this credential, of any node. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const credential = asGmc(credentials);
		await checkInTest(credential, requestOptions);
		return signRequest(credential, requestOptions);
	}

	test: ICredentialTestRequest = credentialTest;
}
