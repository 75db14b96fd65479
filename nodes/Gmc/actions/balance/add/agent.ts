import type { INodeParameters } from 'n8n-workflow';
import { isRecord } from '../../../core/service/record';
import { InputError } from '../../../core/util/inputError';
import type { RunSettings } from './settings';
import { RUN_OPTIONS } from './settings';
/** What the model behind a tool may not choose, by the name of its field or option (security.md "AI agents"). */
const NOT_THE_MODELS = [
	'maxAmount',
	'maxTotal',
	'maxPerDay',
	'dryRun',
	'duplicateProtection',
	'batchName',
	'hold',
	'timeout',
	'ledgerTable',
];

/** In any case, as n8n looks for it, and however it is called: a word too much costs a correction only (n8n.md T5). */
const FROM_MODEL = /\$fromai/i;

const isFromModel = (raw: unknown): boolean => FROM_MODEL.test(JSON.stringify(raw) ?? '');

/**
 * The model gets no say in what is to hold it: it would set its own limit.
 *
 * @param parameters of the tool, as they are saved
 * @throws InputError that names what the model would choose
 */
export function refuseModelsChoices({ options, ...fields }: INodeParameters): void {
	const given: Record<string, unknown> = isRecord(options) ? { ...fields, ...options } : fields;
	const chosen = NOT_THE_MODELS.filter((name) => isFromModel(given[name]));
	if (chosen.length === 0) return;
	const labels = chosen.map((name) => RUN_OPTIONS[name]);
	throw new InputError({
		message: `In a tool for an AI agent, ${labels.join(', ')} may not come from the model`,
		advice:
			'Take $fromAI out of it in the GMC tool, and write the value in yourself. Customer, amount and currency may come from the model.',
		code: 'AGENT_REFUSED',
	});
}

/** What has one sheet, or is asked for as often as it likes, is no batch. @throws InputError */
export function refuseBatch({ batch }: RunSettings): void {
	if (batch === undefined) return;
	throw new InputError({
		message:
			'A batch is a sheet that is paid in one run, not in passes of a loop or by an AI agent',
		advice: 'Set Duplicate Protection to Idempotency Key, and give each row a key of its own.',
		code: 'BATCH_IN_PARTS',
	});
}

/** An agent may ask for any amount, so it gets no money without an upper limit (security.md). @throws InputError */
export function refuseUnlimited({ maxAmount }: RunSettings): void {
	if (maxAmount !== undefined) return;
	throw new InputError({
		message: 'An AI agent may not add balance without an upper limit',
		advice: 'Set Options → Maximum Amount in the GMC tool. Nothing else helps.',
		code: 'AGENT_REFUSED',
	});
}
