import type { Outside } from './outside';

export interface Contact {
	id: number;
	name: string;
	email: string | null;
	taxId: string | null;
	changedAt: Date;
}

const PAGE = 3;

interface Search {
	filterGroups: Array<{ filters: Array<{ propertyName: string; value: string }> }>;
	after?: string;
}

/** HubSpot with some contacts; their tax ID is the property `cpf_cnpj`. */
export async function serveHubSpot(
	{ server }: Outside,
	token: string,
	contacts: () => Contact[],
): Promise<void> {
	await server
		.forPost('https://api.hubapi.com/crm/v3/objects/contacts/search')
		.withHeaders({ authorization: `Bearer ${token}` })
		.thenCallback(async (request) => {
			const { filterGroups, after = '0' } = (await request.body.getJson()) as Search;
			const [{ propertyName, value }] = filterGroups[0].filters;
			if (propertyName !== 'lastmodifieddate') return { statusCode: 400 };
			const found = contacts().filter(({ changedAt }) => changedAt.getTime() >= Number(value));
			const end = Number(after) + PAGE;
			const results = found.slice(Number(after), end).map(hubSpotRecord);
			const paging = found.length > end ? { paging: { next: { after: String(end) } } } : {};
			return { statusCode: 200, json: { total: found.length, results, ...paging } };
		});
}

function hubSpotRecord({ id, name, email, taxId, changedAt }: Contact) {
	const [firstname, ...rest] = name.split(' ');
	const properties = { firstname, lastname: rest.join(' ') || null, email, cpf_cnpj: taxId };
	return { id: String(id), properties, updatedAt: changedAt.toISOString() };
}
