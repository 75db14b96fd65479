import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { addFields } from '../../../nodes/Gmc/actions/balance/add/fields';
import { CURRENCIES } from '../../../nodes/Gmc/core/money/amount';
import { EVENTS } from '../../../nodes/Gmc/core/polling/event';
import { triggerFields } from '../../../nodes/Gmc/trigger/settings';

// The editor offers what the rules know: n8n's linter wants the options written out, in the order of their names.

test.each([
	['event', triggerFields, EVENTS],
	['currency', addFields, CURRENCIES],
])('the values of the field %s are those that the core knows', (name, fields, known) => {
	const options = fields.find((field: INodeProperties) => field.name === name)?.options;
	const values = (options as INodePropertyOptions[]).map(({ value }) => value);
	expect(values.sort()).toEqual([...known].sort());
});
