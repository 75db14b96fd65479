/**
 * What n8n shows of a test of the credential that failed, by its status. In English: n8n takes these texts before it
 * knows of any credential, and so of its language.
 */
export const credentialTest = {
	401: 'The login worked, but GMC refused the request (401): Client Key, Client Secret or Origin do not belong to this user. Compare them with the integration at GMC.',
	403: 'GMC does not allow this user to use the integration (403): the access must be of type INTEGRATION with INTEGRATION_ONLY active.',
	404: 'There is no GMC service at this Base URL (404). It must include /api, for instance https://gmc.example.com/api',
};
