import type { SampleName } from '../../harness/samples/samples';
import { spreadsheetInDocker, withSpreadsheet } from '../../harness/samples/samples';
import type { WorkflowJson, WorkflowNode } from '../../harness/n8n/types';
import { CUSTOMERS } from './portuguese/customers';
import { FORM } from './portuguese/form';
import { LARGE_SHEETS } from './portuguese/large-sheets';
import { MONTHLY } from './portuguese/monthly';
import { APPROVAL } from './portuguese/approval';
import { NAMES } from './portuguese/names';
import { OTHERS } from './portuguese/others';
import { PHRASES } from './portuguese/phrases';
import { RECONCILIATION } from './portuguese/reconciliation';
import { STATEMENT_NOTES } from './portuguese/statement';
import { SHARED } from './portuguese/shared';
import { TOP_UPS } from './portuguese/top-ups';

/** Whole texts, and the lines of notes, by their English. */
export const LINES: Record<string, string> = {
	...NAMES,
	...SHARED,
	...TOP_UPS,
	...LARGE_SHEETS,
	...MONTHLY,
	...APPROVAL,
	...FORM,
	...STATEMENT_NOTES,
	...RECONCILIATION,
	...CUSTOMERS,
	...OTHERS,
};

const NOTE = 'n8n-nodes-base.stickyNote';
/** Parameters that hold a program, or what is read like one. */
const CODE = ['jsCode', 'inputSchema'];
/** Parameters that name a field of the data: the same in every language. */
const FIELDS = ['name', 'lookupColumn', 'fieldToSplitOut'];

const isMeantForPeople = (text: string) => /\p{L}{2,} \p{L}{2,}/u.test(text);

/**
 * A sample in Portuguese, made from the English one: names, notes and what is said inside of expressions and code.
 *
 * @throws Error when a text has no Portuguese, or a phrase is not there any more
 */
export function inPortuguese(sample: SampleName, english: WorkflowJson): WorkflowJson {
	return new Translation(sample, english).workflow();
}

class Translation {
	private readonly missing: string[] = [];

	private readonly unused: Set<string>;

	constructor(
		private readonly sample: SampleName,
		private readonly english: WorkflowJson,
	) {
		this.unused = new Set(this.phrases.map(([phrase]) => phrase));
	}

	workflow(): WorkflowJson {
		const { name, nodes, connections, ...rest } = this.english;
		const translated = {
			name: this.line(name),
			nodes: nodes.map((node) => this.node(node)),
			connections: this.connections(connections),
			...rest,
		};
		if (this.missing.length > 0) {
			throw new Error(`${this.sample} lacks the Portuguese of:\n${this.missing.join('\n')}`);
		}
		if (this.unused.size > 0) {
			throw new Error(`${this.sample} does not say any more:\n${[...this.unused].join('\n')}`);
		}
		return withSpreadsheet(translated, spreadsheetInDocker('pt-BR'));
	}

	private get phrases() {
		return PHRASES[this.sample] ?? [];
	}

	private node(node: WorkflowNode): WorkflowNode {
		const parameters =
			node.type === NOTE
				? { ...node.parameters, content: this.note(String(node.parameters.content)) }
				: this.value('', node.parameters);
		return {
			...node,
			name: this.line(node.name),
			parameters: parameters as typeof node.parameters,
		};
	}

	/** Connections name nodes twice: as keys, and in `node`. */
	private connections(connections: WorkflowJson['connections']): WorkflowJson['connections'] {
		return Object.fromEntries(
			Object.entries(connections).map(([from, outputs]) => [
				this.line(from),
				JSON.parse(JSON.stringify(outputs), (key, value: unknown) =>
					key === 'node' ? this.line(String(value)) : value,
				) as unknown,
			]),
		);
	}

	private value(key: string, value: unknown): unknown {
		if (Array.isArray(value)) return value.map((one) => this.value(key, one));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([name, one]) => [name, this.value(name, one)]),
			);
		}
		if (typeof value !== 'string') return value;
		if (value.startsWith('=') || CODE.includes(key)) return this.code(value);
		if (FIELDS.includes(key)) return value;
		return isMeantForPeople(value) ? this.line(value) : (LINES[value] ?? value);
	}

	private note(text: string): string {
		const lines = text.split('\n');
		return lines
			.map((line) => (isMeantForPeople(line) ? this.line(line) : (LINES[line] ?? line)))
			.join('\n');
	}

	/** An expression or a program: node names in quotation marks, and the phrases of the sample. */
	private code(text: string): string {
		let result = text;
		for (const { name } of this.english.nodes) {
			result = result.replaceAll(`'${name}'`, `'${LINES[name] ?? name}'`);
		}
		for (const [english, portuguese] of this.phrases) {
			if (!result.includes(english)) continue;
			this.unused.delete(english);
			result = result.replaceAll(english, portuguese);
		}
		return result;
	}

	private line(english: string): string {
		const portuguese = LINES[english];
		if (portuguese === undefined) this.missing.push(english);
		return portuguese ?? english;
	}
}
