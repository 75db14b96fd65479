import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Options that count for the whole run; they are read from the first row. */
export interface RunSettings {
	validateFirst: boolean;
	dryRun: boolean;
	/** Additions in flight at once, 1 to 20. */
	concurrency: number;
	/** Seconds, per request. */
	timeout: number;
}

const MAX_CONCURRENCY = 20;

/** @throws NodeOperationError when an option is out of its range */
export function readSettings(context: IExecuteFunctions): RunSettings {
	const option = <T>(name: string, byDefault: T) =>
		context.getNodeParameter(`options.${name}`, 0, byDefault) as T;
	const concurrency = Number(option('concurrency', 4));
	if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY) {
		throw new NodeOperationError(
			context.getNode(),
			`Concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}; nothing was sent`,
		);
	}
	const timeout = Number(option('timeout', 60));
	if (!Number.isFinite(timeout) || timeout <= 0) {
		throw new NodeOperationError(
			context.getNode(),
			'Timeout must be a number of seconds above zero; nothing was sent',
		);
	}
	return {
		validateFirst: option('validateFirst', true),
		dryRun: option('dryRun', false),
		concurrency,
		timeout,
	};
}
