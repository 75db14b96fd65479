// What an expression takes, as far as its text tells. n8n does not say.

const QUOTED = String.raw`'[^']*'|"[^"]*"|\`[^\`$]*\``;
const OF_NODE = String.raw`\$\(\s*(?:${QUOTED})\s*\)`;

/** What is the same for all items, of another node, or also of the node's own input. */
const sameForAll = (source: string) =>
	new RegExp(
		String.raw`${source}\s*\.\s*(?:(?:all|first|last|params|context|isExecuted)\b|(?:itemMatching|pairedItem)\(\s*\d+\s*\))`,
		'g',
	);
export const FOR_ALL = sameForAll(String.raw`(?:${OF_NODE}|\$input)`);

/** A field of an item, such as `$json.order` or `$('Form').first().json["Order ID"]`; of `$json.id.trim()`, `$json.id`. */
const FIELD = String.raw`(?:\$(?:json|data|input|binary|node)\b|${OF_NODE})(?:\??\.?\[(?:${QUOTED}|\d+)\]|\??\.(?:first|last|all)\(\d*\)|\??\.[a-z_$][\w$]*(?![\w$(]))+`;
const CONSTANT = String.raw`'[^'$]*'|"[^"$]*"|\`[^\`$]*\`|\d+`;
const OPERAND = `(?:${FIELD}|${CONSTANT})`;
/** A field, or one with what counts in its place, such as `$json.order || $json.id`. */
const VALUE = new RegExp(String.raw`${OPERAND}(?:\s*(?:\|\||\?\?)\s*${OPERAND})*`, 'gi');

/** The values that an expression takes from items, each once, and what else it says. */
export function valuesIn(text: string): { values: string[]; rest: string } {
	const values = (text.match(VALUE) ?? []).filter((value) => value.includes('$'));
	return { values: [...new Set(values)], rest: text.replace(VALUE, ' ') };
}
