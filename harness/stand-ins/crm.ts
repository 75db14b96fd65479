import type { Answer, Asked, Outside } from './outside';

export interface Contact {
	id: number;
	name: string;
	email: string | null;
	taxId: string | number | null;
	changedAt: Date;
}

const PAGE = 3;
const refused: Answer = { status: 401, json: { success: false, message: 'Not authorized' } };

interface Search {
	filterGroups: Array<{
		filters: Array<{ propertyName: string; operator: string; value: string }>;
	}>;
	properties: string[];
	after?: string;
}

/** HubSpot with some contacts; their tax ID is the property `cpf_cnpj`. */
export function serveHubSpot(outside: Outside, token: string, contacts: () => Contact[]): void {
	outside.serve('api.hubapi.com', ({ method, path, headers, text }: Asked) => {
		if (headers.authorization !== `Bearer ${token}`) return refused;
		if (`${method} ${path}` !== 'POST /crm/v3/objects/contacts/search')
			return { status: 404, json: {} };
		const { filterGroups, properties, after = '0' } = JSON.parse(text) as Search;
		const [{ propertyName, operator, value }] = filterGroups[0].filters;
		if (propertyName !== 'lastmodifieddate' || operator !== 'GTE') return { status: 400, json: {} };
		const found = contacts().filter(({ changedAt }) => changedAt.getTime() >= Number(value));
		const end = Number(after) + PAGE;
		const results = found.slice(Number(after), end).map((one) => hubSpotRecord(one, properties));
		const paging = found.length > end ? { paging: { next: { after: String(end) } } } : {};
		return { json: { total: found.length, results, ...paging } };
	});
}

function hubSpotRecord({ id, name, email, taxId, changedAt }: Contact, asked: string[]) {
	const [firstname, ...rest] = name.split(' ');
	const cpf_cnpj = taxId === null ? null : String(taxId);
	const all = { firstname, lastname: rest.join(' ') || null, email, cpf_cnpj };
	const shown = Object.entries(all).filter(([property]) => asked.includes(property));
	return {
		id: String(id),
		properties: Object.fromEntries(shown),
		updatedAt: changedAt.toISOString(),
	};
}
