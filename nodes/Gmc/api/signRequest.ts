import type { IHttpRequestOptions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { integrationHeaders } from '../core/service/credential';
import { chooseToken } from './session';

/**
 * Puts the three headers on a request. Without a token that fits, one of our nodes is held back until n8n has logged in
 * (see `Dispatch`); of any other `Authorization` stays away, and the service's 401 makes n8n log in.
 */
export function signRequest(
	credential: GmcCredential,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	const token = chooseToken(credential, requestOptions);
	requestOptions.headers = { ...requestOptions.headers, ...integrationHeaders(credential) };
	delete requestOptions.headers.Authorization;
	if (token) requestOptions.headers.Authorization = `Bearer ${token}`;
	// n8n would send these headers on to whatever host a redirect names. The second pair of names is
	// what its HTTP Request node uses.
	return Object.assign(requestOptions, {
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	});
}
