import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { StoredCredential } from '../../../harness/engine/storedCredential';

/** A credential whose token n8n asks for; `logins` counts how often. */
export class CountedCredential extends StoredCredential {
	logins = 0;

	token = '';

	constructor(private readonly logIn: () => Promise<string> = async () => 'fresh') {
		super({});
	}

	override async getDecrypted() {
		return { token: this.token };
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions,
	) {
		const Authorization = `Bearer ${String(credentials.token)}`;
		return { ...options, headers: { ...options.headers, Authorization } };
	}

	override async preAuthentication(
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
