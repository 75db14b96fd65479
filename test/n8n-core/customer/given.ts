// Who the rows are about, the endpoints of customers, and what GMC answers.

export {
	ana,
	answer,
	bruno,
	diegoRenamed,
	elisa,
	maria,
} from '../../../harness/engine/customerOperations';
export { CREATE, DELETE, LIST, UPDATE } from '../../../harness/engine/customerOperations';
