import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';
import { GmcApi } from '../../credentials/GmcApi.credentials';

/**
 * A stored `gmcApi` credential: what n8n's credentials helper, which lives in the `n8n` package with its
 * database, does for a request. Every request reads its own copy; a login is saved (n8n.md C1, C2).
 */
export class StoredCredential {
	private readonly type = new GmcApi();

	constructor(public data: ICredentialDataDecryptedObject) {
		this.data = {
			accessToken: '',
			loginFingerprint: '',
			loginAt: '',
			loginAnswerPath: '',
			...data,
		};
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	) {
		return await this.type.authenticate(credentials, requestOptions);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		_node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentials.accessToken !== '' && !credentialsExpired) return undefined;
		const output = await this.type.preAuthentication.call(helpers, credentials);
		this.data = { ...this.data, ...(output as ICredentialDataDecryptedObject) };
		return Object.assign(credentials, output);
	}
}
