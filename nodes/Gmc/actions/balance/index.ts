import type { Operations } from '../operation';
import { add } from './add/add.operation';
import { get } from './get.operation';
import { getMany } from './getMany.operation';
import { reconcile } from './reconcile/reconcile.operation';

export const balanceOperations: Operations = {
	all: [add, get, getMany, reconcile],
	byDefault: add,
};
