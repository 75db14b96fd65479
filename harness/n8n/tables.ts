import type { N8nClient } from './client';

export interface SavedTable {
	id: string;
	name: string;
	columns: Array<{ name: string; type: string; index: number }>;
}

type TableRow = Record<string, unknown>;

/** Does with the Data Tables of a personal project what its user does in n8n. */
export class Tables {
	private constructor(
		private readonly client: N8nClient,
		private readonly path: string,
	) {}

	static async of(client: N8nClient): Promise<Tables> {
		const { id } = await client.rest<{ id: string }>('GET', '/projects/personal');
		return new Tables(client, `/projects/${id}/data-tables`);
	}

	async named(name: string): Promise<SavedTable | undefined> {
		const { data } = await this.client.rest<{ data: SavedTable[] }>('GET', this.path);
		return data.find((table) => table.name === name);
	}

	async create(name: string, columns: Array<{ name: string; type: string }> = []): Promise<string> {
		const { id } = await this.client.rest<SavedTable>('POST', this.path, { name, columns });
		return id;
	}

	async rename(id: string, name: string): Promise<void> {
		await this.client.rest('PATCH', `${this.path}/${id}`, { name });
	}

	async delete(id: string): Promise<void> {
		await this.client.rest('DELETE', `${this.path}/${id}`);
	}

	/** The first rows, at most 100. */
	async rows(id: string): Promise<TableRow[]> {
		const path = `${this.path}/${id}/rows?take=100`;
		return (await this.client.rest<{ data: TableRow[] }>('GET', path)).data;
	}

	async insert(id: string, data: TableRow[]): Promise<void> {
		await this.client.rest('POST', `${this.path}/${id}/insert`, { data, returnType: 'count' });
	}

	/** "Download CSV" of one table, and "Import CSV" of another one. */
	async copy(from: string, to: string): Promise<void> {
		const path = `${this.path}/${from}/download-csv`;
		const { csvContent } = await this.client.rest<{ csvContent: string }>('GET', path);
		const file = new FormData();
		file.append('file', new Blob([csvContent], { type: 'text/csv' }), 'rows.csv');
		const upload = await this.client.rest<{ id: string }>('POST', '/data-tables/uploads', file);
		await this.client.rest('POST', `${this.path}/${to}/import-csv`, { fileId: upload.id });
	}

	async deleteRow(id: string, value: number): Promise<void> {
		const withId = { type: 'and', filters: [{ columnName: 'id', condition: 'eq', value }] };
		const params = { filter: JSON.stringify(withId) };
		await this.client.rest('DELETE', `${this.path}/${id}/rows`, undefined, params);
	}
}
