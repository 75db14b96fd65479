import { generateKeyPairSync } from 'node:crypto';
import type { CompletedRequest } from 'mockttp';
import type { WorkflowJson } from '../n8n/types';
import { withChosenCredential, withNodesOf } from '../samples/changes';
import type { Outside } from './outside';

/** What a cell holds; an empty one is an empty text. */
export type Cell = string | number | boolean;

interface ValueRange {
	range: string;
	values: Cell[][];
}

/** A write request: how Google is to read the values, and where they go. */
export interface Written {
	valueInputOption: string;
	ranges: string[];
}

const NODE = 'n8n-nodes-base.googleSheets';
const TOKEN = 'token-of-a-made-up-account';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A service account, as the credential `googleApi` of n8n wants it. */
export const SERVICE_ACCOUNT = {
	email: 'sheets@made-up-project.iam.gserviceaccount.com',
	privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
};

/** Google Sheets, with one spreadsheet that has one tab: it keeps its cells as they are sent. */
export class GoogleSheet {
	readonly url = 'https://docs.google.com/spreadsheets/d/made-up-spreadsheet-0123456789/edit#gid=0';
	rows: Cell[][] = [];
	/** Every request to write, refused ones too. */
	written: Written[] = [];

	/** Asked before each request to write: whether to refuse it (500). May change the sheet meanwhile. */
	refuses: (written: Written) => boolean = () => false;

	static async serve({ server }: Outside): Promise<GoogleSheet> {
		const sheet = new GoogleSheet();
		const token = { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 };
		await server.forPost('https://oauth2.googleapis.com/token').thenJson(200, token);
		await server
			.forAnyRequest()
			.forHostname('sheets.googleapis.com')
			.withHeaders({ authorization: `Bearer ${TOKEN}` })
			.thenCallback(async (request) => await sheet.answer(request));
		return sheet;
	}

	/** Starts over with a line of headings and these rows. */
	fill(headings: string[], ...rows: Cell[][]): void {
		this.rows = [[...headings], ...rows];
		this.written = [];
		this.refuses = () => false;
	}

	/** A person chooses this sheet and a service account. */
	readonly chosenWith =
		(credentialId: string) =>
		(workflow: WorkflowJson): WorkflowJson => {
			const chosen = withChosenCredential(NODE, 'googleApi', credentialId)(workflow);
			const documentId = { __rl: true, mode: 'url', value: this.url };
			return withNodesOf(NODE, chosen, ({ parameters }) => ({
				parameters: { ...parameters, authentication: 'serviceAccount', documentId },
			}));
		};

	/** The cells below a heading, without those of the heading itself. */
	column(heading: string): Cell[] {
		const at = this.rows[0].indexOf(heading);
		return this.rows.slice(1).map((row) => row[at] ?? '');
	}

	/** Writes one cell as a person does; `line` is the sheet's, so 2 is the first row. */
	type(heading: string, line: number, value: Cell): void {
		this.rows[line - 1][this.rows[0].indexOf(heading)] = value;
	}

	private async answer({ method, url, body }: CompletedRequest) {
		const { pathname, searchParams } = new URL(url);
		if (method === 'GET') {
			const tab = { properties: { sheetId: 0, title: 'Top-ups' } };
			const json = pathname.includes('/values/') ? { values: this.read() } : { sheets: [tab] };
			return { statusCode: 200, json };
		}
		const { valueInputOption = searchParams.get('valueInputOption'), ...sent } =
			(await body.getJson()) as { valueInputOption?: string; data?: ValueRange[] };
		const ranges = sent.data ?? [sent as ValueRange];
		const written = {
			valueInputOption: String(valueInputOption),
			ranges: ranges.map(({ range }) => range.split('!')[1]),
		};
		this.written.push(written);
		if (this.refuses(written)) return { statusCode: 500, json: { error: { message: 'no' } } };
		for (const one of ranges) this.write(one);
		return { statusCode: 200, json: {} };
	}

	/** As Google does: what is empty at the end of a row is left out. */
	private read(): Cell[][] {
		return this.rows.map((row) => {
			const cells = Array.from(row, (cell) => cell ?? '');
			return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
		});
	}

	private write({ range, values }: ValueRange): void {
		const [, column, line] = /!([A-Z]?)(\d+)/.exec(range)!;
		const left = column === '' ? 0 : column.charCodeAt(0) - 'A'.charCodeAt(0);
		for (const [down, cells] of values.entries()) {
			const row = (this.rows[Number(line) - 1 + down] ??= []);
			for (const [right, value] of cells.entries()) row[left + right] = value;
		}
	}
}
