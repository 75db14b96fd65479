import { N8nProgram } from '../n8n/program';

/** An n8n worker on this machine. */
export class N8nWorker extends N8nProgram {
	/** The ids of the executions it took from the queue, oldest first. */
	executionIds(): string[] {
		const found = this.logs().matchAll(/Worker started execution (\d+) /g);
		return [...found].map(([, id]) => id);
	}
}
