import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

/** A credential whose token n8n asks for; `logins` counts how often. */
export class CountedCredential {
	logins = 0;

	token = '';

	constructor(private readonly logIn: () => Promise<string> = async () => 'fresh') {}

	getParentTypes = () => [];

	isCredentialUsableByNode = () => true;

	getDecrypted = async () => ({ token: this.token });

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	) {
		const Authorization = `Bearer ${String(credentials.token)}`;
		return { ...options, headers: { ...options.headers, Authorization } };
	}

	async preAuthentication(
		_helpers: unknown,
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		_node: unknown,
		isExpired: boolean,
	) {
		if (credentials.token !== '' && !isExpired) return undefined;
		this.logins++;
		this.token = await this.logIn();
		return Object.assign(credentials, { token: this.token });
	}
}
