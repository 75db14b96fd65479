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
import { checkInTest, credentialTest } from '../nodes/Gmc/api/credentialTest';
import { renewToken } from '../nodes/Gmc/api/session';
import { signRequest } from '../nodes/Gmc/api/signRequest';
import type { GmcCredential } from '../nodes/Gmc/core/service/credential';
import { integrationHeaders } from '../nodes/Gmc/core/service/credential';

const asGmc = (credentials: ICredentialDataDecryptedObject) =>
	credentials as unknown as GmcCredential;

/** What the user fills in; the headers of every call; the login (service.md 5, reference.md "Credential"). */
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
			description: 'E-mail of the access of type INTEGRATION',
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
			default: '',
			required: true,
			description:
				'First half of the integration key; it must belong to the same user as the e-mail',
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
				'The domain that was released for your integration at GMC. GMC checks it at the first addition only: the test of this credential sees no more than how it is written.',
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
					description: 'The login that GMC names for customers. Try this one first.',
				},
				{
					name: 'Integration (/users/integration/login)',
					value: 'integration',
					description: 'The login that GMC names for looking up balance additions',
				},
				{ name: 'Custom', value: 'custom', description: 'An address of your own' },
			],
			description: 'Which address of GMC turns e-mail and password into an access token',
		},
		{
			displayName: 'Login Base URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://auth.gmc.example.com/api',
			description: 'Where /auth/login is, if not at the Base URL. Leave empty to use the Base URL.',
			displayOptions: { show: { loginEndpoint: ['auth'] } },
		},
		{
			displayName: 'Login URL',
			name: 'loginUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://gmc.example.com/api/login',
			description: 'The whole address of the login',
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
				"Where the access token is in the login's answer, as a path with dots. Leave empty: it is found by itself.",
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
			// Where the login's answer had the token, for Account: Check.
			displayName: 'Login Answer Path',
			name: 'loginAnswerPath',
			type: 'hidden',
			default: '',
		},
		{
			// Kept only so that n8n knows it for a secret: its HTTP Request node hides what stands in the
			// credential from the requests that it saves, and the Base64 of two fields does not.
			displayName: 'Secret Key',
			name: 'secretKey',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
	];

	/** n8n calls this for a missing or refused token and stores what it returns (n8n.md C2). */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const credential = asGmc(credentials);
		const token = await renewToken(this.helpers, credential);
		return { ...token, secretKey: integrationHeaders(credential)['secret-key'] };
	}

	/** n8n calls this for every request with this credential, by whichever node. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const credential = asGmc(credentials);
		checkInTest(credential, requestOptions);
		return signRequest(credential, requestOptions);
	}

	test: ICredentialTestRequest = credentialTest;
}
