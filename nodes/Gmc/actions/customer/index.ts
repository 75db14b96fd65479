import type { Operations } from '../operation';
import { create } from './create.operation';
import { remove } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

export const customerOperations: Operations = {
	all: [create, upsert, remove, get, getAll, update],
	byDefault: upsert,
};
