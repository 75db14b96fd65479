import type { IExecuteFunctions } from 'n8n-workflow';
import { capitalized, number, shortened } from '../core/texts/words';
import type { RowProblem } from './errors';

/** What n8n's Google Sheets node writes beside each row: the number of its line in the sheet. */
const LINE = 'row_number';

function lineOf(context: IExecuteFunctions, itemIndex: number): number | undefined {
	const line = context.getInputData()[itemIndex]?.json[LINE];
	return typeof line === 'number' ? line : undefined;
}

/**
 * What people call a row, in front of what is wrong with it: "Key FB-5, Ana Souza (row 5): …". Without a key and a customer,
 * or where the message has them, it is "Row 5: …".
 *
 * @param isShownByEditor whether n8n's editor shows the message as an error. It counts items from 0, and would put
 * "[item 4]" behind it, unless the message has "item 4" (n8n.md E23)
 */
export function withRowName(
	context: IExecuteFunctions,
	{ itemIndex, customerName, message, details }: RowProblem,
	isShownByEditor = false,
): string {
	const { idempotencyKey: key } = details;
	const isNew = (name: unknown): name is string =>
		typeof name === 'string' && name !== '' && !message.includes(name);
	const who = [isNew(key) && `key ${shortened(key)}`, isNew(customerName) && customerName];
	const line = lineOf(context, itemIndex);
	const more = [
		line && `line ${number(line)} of the sheet`,
		isShownByEditor && `item ${itemIndex}`,
	];
	const name = who.filter(Boolean).join(', ');
	const row = `row ${number(itemIndex + 1)}`;
	const [first, rest] = name ? [name, [row, ...more]] : [row, more];
	const where = rest.filter(Boolean).join(', ');
	return `${capitalized(first)}${where && ` (${where})`}: ${message}`;
}
