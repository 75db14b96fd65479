import { generateKeyPairSync, verify } from 'node:crypto';
import type { WorkflowJson } from '../n8n/types';
import { withChosenCredential, withNodesOf } from '../samples/choices';
import type { Answer, Asked, Outside } from './outside';

/** What a cell holds; an empty one is an empty text. */
export type Cell = string | number | boolean;

interface ValueRange {
	range: string;
	values: Cell[][];
}

/** A write request: how Google reads the values, and where they go. */
export interface Written {
	valueInputOption: string;
	ranges: string[];
}

const NODE = 'n8n-nodes-base.googleSheets';
const TOKEN = 'token-of-a-made-up-account';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A service account, as the credential `googleApi` of n8n wants it. */
export const SERVICE_ACCOUNT = {
	email: 'sheets@made-up-project.iam.gserviceaccount.com',
	privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
};

const numberOf = (column: string) =>
	[...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Google Sheets, with one spreadsheet that has one tab: it keeps its cells. */
export class GoogleSheet {
	readonly url = 'https://docs.google.com/spreadsheets/d/made-up-spreadsheet-0123456789/edit#gid=0';
	readonly tab = 'Top-ups';
	rows: Cell[][] = [];
	/** Every request to write, refused ones too. */
	written: Written[] = [];

	/** Asked before each request to write: whether to refuse it (500). May change the sheet meanwhile. */
	refuses: (written: Written) => boolean = () => false;

	constructor(outside: Outside) {
		outside.serve('oauth2.googleapis.com', (asked) => this.token(asked));
		outside.serve('sheets.googleapis.com', (asked) => this.answer(asked));
	}

	/** Starts over with a line of headings and these rows. */
	fill(headings: string[], ...rows: Cell[][]): void {
		this.rows = [[...headings], ...rows];
		this.written = [];
		this.refuses = () => false;
	}

	/** The workflow after a person has chosen this sheet and a service account. */
	chosenIn(workflow: WorkflowJson, credentialId: string): WorkflowJson {
		const chosen = withChosenCredential(workflow, NODE, 'googleApi', credentialId);
		const documentId = { __rl: true, mode: 'url', value: this.url };
		return withNodesOf(NODE, chosen, ({ parameters }) => ({
			parameters: { ...parameters, authentication: 'serviceAccount', documentId },
		}));
	}

	/** The cells below a heading, without those of the heading itself. */
	column(heading: string): Cell[] {
		const at = this.rows[0].indexOf(heading);
		return this.rows.slice(1).map((row) => row[at] ?? '');
	}

	/** Writes one cell as a person does; `line` is the sheet's, so 2 is the first row. */
	type(heading: string, line: number, value: Cell): void {
		this.put(this.rows[0].indexOf(heading), line - 1, value);
	}

	private token({ text }: Asked): Answer {
		const assertion = new URLSearchParams(text).get('assertion') ?? '';
		const [head, claims, signature] = assertion.split('.');
		const signed = Buffer.from(`${head}.${claims}`);
		const isOurs = verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'));
		if (!isOurs) return { status: 400, json: { error: 'invalid_grant' } };
		return { json: { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 } };
	}

	private answer({ method, path, query, headers, text }: Asked): Answer {
		if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: {} };
		const rest = path.replace(/^\/v4\/spreadsheets\/made-up-spreadsheet-0123456789/, '');
		if (method === 'GET' && rest === '') {
			return { json: { sheets: [{ properties: { sheetId: 0, title: this.tab } }] } };
		}
		if (method === 'GET' && rest.startsWith('/values/')) {
			return { json: { values: this.read(query.get('valueRenderOption')) } };
		}
		const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
		if (method === 'PUT' && rest.startsWith('/values/')) {
			return this.write(query.get('valueInputOption'), [body as unknown as ValueRange]);
		}
		if (method === 'POST' && rest === '/values:batchUpdate') {
			return this.write(body.valueInputOption, body.data as ValueRange[]);
		}
		return { status: 404, json: { error: { message: `${method} ${path}` } } };
	}

	/** As Google does: what is empty at the end of a row, or of the tab, is left out. */
	private read(render: string | null): Cell[][] {
		const shown = (cell: Cell) => (render === 'FORMATTED_VALUE' ? String(cell) : cell);
		const cut = <T>(list: T[], isEmpty: (one: T) => boolean) =>
			list.slice(0, list.findLastIndex((one) => !isEmpty(one)) + 1);
		const rows = this.rows.map((row) =>
			cut(
				Array.from(row, (cell) => shown(cell ?? '')),
				(cell) => cell === '',
			),
		);
		return cut(rows, (row) => row.length === 0);
	}

	private write(option: unknown, ranges: ValueRange[]): Answer {
		const written = {
			valueInputOption: String(option),
			ranges: ranges.map(({ range }) => range.split('!')[1]),
		};
		this.written.push(written);
		if (this.refuses(written))
			return { status: 500, json: { error: { message: 'Backend error' } } };
		for (const { range, values } of ranges) this.writeRange(range, values, written);
		return { json: {} };
	}

	private writeRange(range: string, values: Cell[][], { valueInputOption }: Written): void {
		const [, column, line] = /!([A-Z]*)(\d+)/.exec(range)!;
		const left = column === '' ? 0 : numberOf(column) - 1;
		for (const [down, row] of values.entries()) {
			for (const [right, value] of row.entries()) {
				this.put(left + right, Number(line) - 1 + down, understood(value, valueInputOption));
			}
		}
	}

	private put(column: number, row: number, value: Cell): void {
		this.rows[row] ??= [];
		this.rows[row][column] = value;
	}
}

/** Under USER_ENTERED a text is read as if it were typed: a formula is computed, digits become a number. */
function understood(value: Cell, option: string): Cell {
	if (option === 'RAW' || typeof value !== 'string' || value === '') return value;
	if (/^[=+@-]/.test(value)) return '#ERROR!';
	return Number.isNaN(Number(value)) ? value : Number(value);
}
