import { taxIdOptions } from '../../shared/commonFields';
import type { Operation } from '../operation';
import { save } from './save';

/** Creates the customer of each item. One that exists with the same fields is output; with other fields it is refused. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create customer',
		description: 'Create a new customer',
	},
	...save(taxIdOptions, () => 'refuse'),
};
