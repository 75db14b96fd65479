import type { IExecuteFunctions, INodeExecutionData, ISourceData } from 'n8n-workflow';
import { isRecord } from '../core/service/record';
import { refusal } from '../core/util/inputError';
import { isTool } from './context';
import { rowsOf } from './oneAccount';

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

/** The item of a tool, as n8n's engine makes it for an agent: where the agent had its items from. */
const feederOf = ({ pairedItem }: INodeExecutionData): ISourceData | undefined =>
	isRecord(pairedItem) ? (pairedItem.sourceOverwrite as ISourceData | undefined) : undefined;

/**
 * Whether a field of the tool may hold the value of another item than the one the agent calls it for (n8n.md T8). An agent
 * that runs its tools itself gives them all of its items, and n8n reads the first. Otherwise n8n's engine gives the tool an
 * item of its own, and pairs it with the first item that the agent was given, or with its last run.
 */
function mayBeOfOther(context: IExecuteFunctions): (raw: unknown) => boolean {
	if (rowsOf(context) > 1) return (raw) => takenBy(raw) !== 'nothing';
	const feeder = feederOf(context.getWorkflowDataProxy(0).$thisItem as INodeExecutionData);
	if (feeder === undefined) return () => false;
	const isFirstRun = !feeder.previousNodeRun && !context.getInputSourceData(0).previousNodeRun;
	const isOnly = isFirstRun && countOf(context, feeder.previousNode) === 1;
	return (raw) => !isOnly && takenBy(raw) === 'paired';
}

/** How many items a node has put out in this execution. More than one count as two. */
function countOf(context: IExecuteFunctions, node: string): number {
	const proxy = context.getWorkflowDataProxy(0);
	const itemsOf = (output: number, run: number) => {
		try {
			return (proxy.$items(node, output, run) as unknown[] | null) ?? [];
		} catch {
			return undefined;
		}
	};
	let count = 0;
	for (let run = 0; itemsOf(0, run) !== undefined; run++) {
		for (let output = 0; ; output++) {
			const items = itemsOf(output, run);
			if (items === undefined) break;
			count += items.length;
			if (count > 1) return 2;
		}
	}
	return count;
}

/** Nothing depends on what the model is told. */
const NOT_READ = ['toolDescription'];

/**
 * Refuses a call of a tool for which n8n may read the fields from another item than the agent calls it for.
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
	const isWrong = mayBeOfOther(context);
	const wrong = given.filter(([name, raw]) => !NOT_READ.includes(name) && isWrong(raw));
	if (wrong.length === 0) return;
	const named = wrong.map(([name]) => labels.get(name) ?? name).join(', ');
	throw refusal(
		'AGENT_REFUSED',
		`n8n may give this tool the values of another item than the agent calls it for, in ${named}`,
		'Give the agent one item at a time, with Loop Over Items, and take the value from $json. Or let the model hand it over, with $fromAI.',
	);
}
