import { N8nProgram } from '../n8n/program';
import { type Usage, usageOf } from '../system/usage';

/** An n8n worker on this machine. */
export class N8nWorker extends N8nProgram {
	/** The ids of the executions it took from the queue, oldest first. */
	executionIds(): string[] {
		const found = this.logs().matchAll(/Worker started execution (\d+) /g);
		return [...found].map(([, id]) => id);
	}

	/** Processor time and memory, task runner included. */
	async usage(): Promise<Usage> {
		if (this.pid === undefined) throw new Error(`${this.name} is not running`);
		return await usageOf(this.pid);
	}
}
