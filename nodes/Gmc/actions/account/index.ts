import type { Operations } from '../operation';
import { check } from './check.operation';

export const accountOperations: Operations = { all: [check], byDefault: check };
