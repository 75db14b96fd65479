import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { isRecord } from '../../../core/service/record';
import { fieldName } from '../../../core/texts/words';
import { refusal } from '../../../core/util/inputError';
import { locatorValue } from '../../../shared/parameters';
import type { RunSettings } from './settings';
import { editorNameOf, ofRun, settingsOf } from './settings';

/** The settings of a tool, if an AI agent may pay with them. @throws InputError; nothing was sent then */
export function settingsOfTool(context: IExecuteFunctions): RunSettings {
	refuseModelsChoices(context.getNode().parameters);
	const settings = settingsOf(context);
	if (settings.maxAmount === undefined) {
		throw refusal(
			'AGENT_REFUSED',
			'An AI agent may not pay without an upper limit',
			"Set 'Maximum Amount' in the GMC tool.",
		);
	}
	refuseOtherCallsValues(context);
	return settings;
}

const MODEL_MAY_NOT_SET = Object.keys(ofRun).filter((name) => !ofRun[name].modelMaySet);

/**
 * n8n finds `$fromAI` in any case (n8n.md T5), and puts what the model hands over into `$json` (n8n.md T6). `$parameter`
 * reads a field that may come from there. A false alarm costs the user one correction.
 */
const FROM_MODEL = /\$(?:fromai|json|input|parameter)\b/i;

const isFromModel = (raw: unknown): boolean => FROM_MODEL.test(JSON.stringify(raw) ?? '');

/**
 * Refuses a tool in which the model would set its own limits.
 *
 * @param parameters of the tool, as they are saved
 * @throws InputError that names them
 */
function refuseModelsChoices({ options, ...fields }: INodeParameters): void {
	const given: Array<Record<string, unknown>> = [fields, isRecord(options) ? options : {}];
	const chosen = MODEL_MAY_NOT_SET.filter((name) => given.some((one) => isFromModel(one[name])));
	if (chosen.length === 0) return;
	const labels = chosen.map((name) => fieldName(editorNameOf(name)));
	throw refusal(
		'AGENT_REFUSED',
		`In a tool for an AI agent, ${labels.join(', ')} may not come from the model`,
		'Take $fromAI, $json, $input and $parameter out of it in the GMC tool, and write the value in yourself. Customer, amount and currency may come from the model.',
	);
}

/** An expression that is nothing but `$fromAI('name', …)`, with n8n's comment in front of it or without. */
const ONLY_FROM_MODEL =
	/^=\{\{\s*(?:\/\*.*?\*\/\s*)?\$fromAI\(\s*['"`]([\w-]+)['"`](.*)\)\s*\}\}$/is;
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`/g;

/** The name of the value that the model hands over for a field, if the field holds that value as it is. */
function nameFromModel(raw: unknown): string | undefined {
	const [, name, rest = ''] = (typeof raw === 'string' && ONLY_FROM_MODEL.exec(raw)) || [];
	return /^[\s\w,.-]*$/.test(rest.replace(QUOTED, '')) ? name : undefined;
}

/**
 * Refuses a call to which n8n gives what the model has handed to another call. It may do so when several calls run at
 * once, or when it tries one again (n8n.md T7). The item of the call is always its own.
 *
 * @throws InputError
 */
function refuseOtherCallsValues(context: IExecuteFunctions): void {
	const [item] = context.getInputData();
	const { query } = item?.json ?? {};
	const own = { ...item?.json, ...(isRecord(query) ? query : {}) };
	const { customer, amount, currency, idempotencyKey } = context.getNode().parameters;
	const fields = { customer: locatorValue(customer), amount, currency, idempotencyKey };
	for (const [field, raw] of Object.entries(fields)) {
		const name = nameFromModel(raw);
		if (name === undefined || !Object.hasOwn(own, name)) continue;
		const given = locatorValue(context.getNodeParameter(field, 0, undefined));
		if (String(given) === String(own[name])) continue;
		throw refusal(
			'AGENT_REFUSED',
			'n8n gave this call the values of another call of the tool, so nothing was sent',
			'Call the tool again, for one top-up at a time.',
		);
	}
}
