import type { Guest } from '../../harness/n8n/test-bed';

/** Secrets that n8n must never store or print, by name. */
const SECRETS: Record<string, (credential: Credential) => RegExp> = {
	senha: ({ senha }) => new RegExp(senha),
	clientSecret: ({ clientSecret }) => new RegExp(clientSecret),
	'secret-key': ({ clientKey, clientSecret }) =>
		new RegExp(Buffer.from(`${clientKey}:${clientSecret}`).toString('base64').replace(/=+$/, '')),
	// The form of the sandbox's tokens. An email address at sandbox.example.com has another form.
	token: () => /sandbox\.[\w-]{24}/,
	Authorization: () => /Bearer /,
};

interface Credential {
	senha: string;
	clientKey: string;
	clientSecret: string;
}

/** The names of the secrets of a credential that a text holds. */
export function secretsIn(text: string, credential: Credential): string[] {
	return Object.keys(SECRETS).filter((name) => SECRETS[name](credential).test(text));
}

/** Every execution that n8n has saved, as n8n sends it. */
export async function savedExecutions({ client }: Guest): Promise<string[]> {
	const { results } = await client.rest<{ results: Array<{ id: string }> }>(
		'GET',
		'/executions',
		undefined,
		{ limit: 100 },
	);
	const saved = results.map(async ({ id }) => await client.rest('GET', `/executions/${id}`));
	return (await Promise.all(saved)).map((execution) => JSON.stringify(execution));
}
