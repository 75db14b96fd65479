import type { IExecuteFunctions } from 'n8n-workflow';

const NAME = 'gmcIssued';

/** Ids of additions by the node of this execution that has issued them. */
type ByNode = Record<string, string[]>;

/** n8n's context of the execution, in which every node may write. */
function byNodeOf(context: IExecuteFunctions, account: string): ByNode {
	const accounts = (context.getContext('flow')[NAME] ??= {}) as Record<string, ByNode>;
	return (accounts[account] ??= {});
}

/** Ids of the additions that this node has issued in this execution; to be added to as it goes. */
export function issuedHere(context: IExecuteFunctions, account: string): string[] {
	return (byNodeOf(context, account)[context.getNode().name] ??= []);
}

/**
 * What the other GMC nodes of this execution have issued: to this one it is no duplicate (reference.md "Duplicate Protection"). A name
 * that no node beside or before this one has any more may have been this node's own, before it was renamed.
 */
export function issuedByOthers(context: IExecuteFunctions, account: string): string[] {
	const { name: own } = context.getNode();
	const others = Object.entries(byNodeOf(context, account)).filter(([name]) => name !== own);
	if (others.length === 0) return [];
	const before = context.getParentNodes(own).map(({ name }) => name);
	const beside = before.flatMap((name) => context.getChildNodes(name).map((child) => child.name));
	const known = new Set([...before, ...beside]);
	return others.flatMap(([name, ids]) => (known.has(name) ? ids : []));
}
