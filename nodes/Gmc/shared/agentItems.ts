import type { IExecuteFunctions, INodeExecutionData, ISourceData } from 'n8n-workflow';
import { isRecord } from '../core/service/record';
import { fieldName } from '../core/texts/words';
import { refusal } from '../core/util/inputError';
import { isTool } from './context';

/** What an expression may take that is the same for all items, or that the model hands over. */
const OF_NO_ITEM = [
	/\$\(\s*(['"`])(?:(?!\1).)*\1\s*\)\s*\.\s*(?:all|first|last|params|isExecuted)\b/gs,
	/\$(?:fromAI|now|today|vars|env|secrets|workflow|execution|runIndex|mode|if|ifEmpty|min|max|not|jmespath)\b/gi,
];
/** The item that the node was given. */
const OF_OWN_ITEM = /\$(?:json|input)\b/g;
/** A variable of n8n; not a currency sign in front of a number or a blank. */
const VARIABLE = /\$(?:[a-z_]|\()/i;

/** What a field takes from items: nothing, what the node was given, or anything that n8n pairs with it. */
function takenBy(raw: unknown): 'nothing' | 'own' | 'paired' {
	if (isRecord(raw)) return takenBy(raw.value);
	if (typeof raw !== 'string' || !raw.startsWith('=')) return 'nothing';
	const ofItems = OF_NO_ITEM.reduce((text, pattern) => text.replace(pattern, ''), raw);
	if (!VARIABLE.test(ofItems)) return 'nothing';
	return VARIABLE.test(ofItems.replace(OF_OWN_ITEM, '')) ? 'paired' : 'own';
}

/** A value of the node's own item, by its name: `$json.name`, `$json['name']`, `$input.item.json.name`. */
const OWN_VALUE =
	/\$(?:json|input\s*\.\s*(?:item|first\(\)|last\(\))\s*\.\s*json)\s*(?:\?\.|\.)?\s*(?:\[\s*(['"`])([^'"`]*)\1\s*\]|\b(\w+))/g;

/** How many rows expressions may be resolved for. A tool gets those of its agent, whichever of them it is called for. */
export const rowsOf = (context: IExecuteFunctions): number =>
	isTool(context)
		? (context.getWorkflowDataProxy(0).$input as { all: () => unknown[] }).all().length
		: context.getInputData().length;

/** The item of a tool, as n8n's engine makes it for an agent: where the agent had its items from. */
const feederOf = ({ pairedItem }: INodeExecutionData): ISourceData | undefined =>
	isRecord(pairedItem) ? (pairedItem.sourceOverwrite as ISourceData | undefined) : undefined;

/**
 * Whether n8n can pair the item of a tool with one item only (n8n.md T8). An agent that runs its tools itself gives them all
 * of its items, and n8n reads the first. Otherwise n8n's engine gives the tool an item of its own, and pairs it with the
 * first item that the agent was given, or with its last run.
 */
export function isOfOnlyItem(context: IExecuteFunctions): boolean {
	if (rowsOf(context) > 1) return false;
	const feeder = feederOf(context.getWorkflowDataProxy(0).$thisItem as INodeExecutionData);
	if (feeder === undefined) return true;
	const isFirstRun = !feeder.previousNodeRun && !context.getInputSourceData(0).previousNodeRun;
	const [only, another] = itemsOf(context, feeder.previousNode);
	return isFirstRun && only !== undefined && another === undefined;
}

/** Whether a field of the tool may hold the value of another item than the one the agent calls it for (promises.md P43). */
function mayBeOfOther(context: IExecuteFunctions): (raw: unknown) => boolean {
	if (rowsOf(context) > 1) return (raw) => takenBy(raw) !== 'nothing';
	const isOnly = isOfOnlyItem(context);
	return (raw) => !isOnly && takenBy(raw) === 'paired';
}

/** The items that a node has put out in this execution. Take no more than are needed: there may be many runs. */
function* itemsOf(context: IExecuteFunctions, node: string): Generator<INodeExecutionData> {
	const proxy = context.getWorkflowDataProxy(0);
	const of = (output: number, run: number) => {
		try {
			return (proxy.$items(node, output, run) as INodeExecutionData[] | null) ?? [];
		} catch {
			return undefined;
		}
	};
	for (let run = 0; of(0, run) !== undefined; run++) {
		for (let output = 0, items = of(0, run); items !== undefined; items = of(++output, run))
			yield* items;
	}
}

/**
 * Whether a field reads from `$json` what the model has handed over: n8n's engine puts that over the agent's item
 * (n8n.md T6). The item as it was is one of those that went to the agent; n8n does not say which.
 */
function mayBeOfModel(context: IExecuteFunctions): (raw: unknown) => boolean {
	const given = context.getWorkflowDataProxy(0).$thisItem as INodeExecutionData;
	const feeder = feederOf(given);
	if (feeder === undefined) return () => false;
	let changed: string[] | undefined;
	const readsChanged = (expression: string): boolean => {
		changed ??= changedByModel(context, given, feeder);
		const names = [...expression.matchAll(OWN_VALUE)].map(([, , quoted, name]) => quoted ?? name);
		const rest = expression.replace(OWN_VALUE, '');
		return changed.length > 0 && (readsOwn(rest) || names.some(isIn(changed)));
	};
	return (raw) => {
		const value = isRecord(raw) ? raw.value : raw;
		if (typeof value !== 'string' || !value.startsWith('=') || !readsOwn(value)) return false;
		return readsChanged(value);
	};
}

/** The values of a tool's item that none of the agent's items has so: those in which the likeliest one differs. */
function changedByModel(
	context: IExecuteFunctions,
	given: INodeExecutionData,
	{ previousNode }: ISourceData,
): string[] {
	const before = context.getParentNodes(previousNode).map(({ name }) => name);
	let fewest = Object.keys(given.json);
	for (const node of new Set([previousNode, ...before])) {
		for (const { json } of itemsOf(context, node)) {
			const isChanged = (name: string) =>
				JSON.stringify(given.json[name]) !== JSON.stringify(json[name]);
			const changed = Object.keys(given.json).filter(isChanged);
			if (changed.length < fewest.length) fewest = changed;
		}
	}
	return fewest;
}

const readsOwn = (expression: string): boolean => expression.search(OF_OWN_ITEM) >= 0;

const isIn = (names: string[]) => (name: string) => names.includes(name);

/** Nothing depends on what the model is told. */
const NOT_READ = ['toolDescription'];

/**
 * Refuses a call of a tool for which n8n may read the fields from another item than the agent calls it for, or from what
 * the model hands over unasked.
 *
 * @param labels of the node's fields and options, by their names
 * @throws InputError that names the fields
 */
export function refuseOtherItems(context: IExecuteFunctions, labels: Map<string, string>): void {
	if (!isTool(context)) return;
	const isCollection = (raw: unknown) => isRecord(raw) && !Object.hasOwn(raw, '__rl');
	const given = Object.entries(context.getNode().parameters).flatMap(([name, raw]) =>
		isCollection(raw) ? Object.entries(raw as object) : [[name, raw] as [string, unknown]],
	);
	const read = given.filter(([name]) => !NOT_READ.includes(name));
	const namesOf = (isWrong: (raw: unknown) => boolean) =>
		read.filter(([, raw]) => isWrong(raw)).map(([name]) => fieldName(labels.get(name) ?? name));
	const ofOther = namesOf(mayBeOfOther(context));
	if (ofOther.length > 0) {
		throw refusal(
			'AGENT_REFUSED',
			`n8n may give this tool the values of another item than the agent calls it for, in ${ofOther.join(', ')}`,
			'Give the agent one item at a time, with Loop Over Items, and take the value from $json. Or let the model hand it over, with $fromAI.',
		);
	}
	const ofModel = namesOf(mayBeOfModel(context));
	if (ofModel.length === 0) return;
	throw refusal(
		'AGENT_REFUSED',
		`the model has handed over a value that this tool takes from $json, in ${ofModel.join(', ')}`,
		"If the model may choose it, use $fromAI. Else take it from its node, such as {{ $('Rows').first().json.customer }}.",
	);
}
