import type { QueueMode } from './queue-mode';

let made = 0;

/**
 * A credential whose login address differs from all earlier ones: for the workers it is another login, so
 * that a test does not meet the tokens that they remember from the test before.
 */
export async function newCredential({ client, sandbox }: QueueMode): Promise<string> {
	made += 1;
	const loginUrl = `${sandbox.authUrl}/auth/login?test=${made}`;
	const data = { ...(await sandbox.admin.credential()), loginEndpoint: 'custom', loginUrl };
	return await client.createCredential('gmcApi', `GMC ${made}`, data);
}
