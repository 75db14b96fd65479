import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IDataObject,
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

	/** Fields with expressions, as n8n resolves them for a row. */
	ofRow?: (json: IDataObject) => ICredentialDataDecryptedObject;

	/** How often it was read. */
	reads = 0;

	/** @throws Error behind the last row, if a field has an expression */
	async getDecrypted(...given: unknown[]): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		if (this.ofRow === undefined) return { ...this.data };
		const values = given[6] as ICredentialsExpressionResolveValues;
		const item = values.connectionInputData[values.itemIndex];
		if (item === undefined) throw new Error('Referenced node is unexecuted');
		return { ...this.data, ...this.ofRow(item.json) };
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
