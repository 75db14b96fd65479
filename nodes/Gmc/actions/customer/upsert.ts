import { number, tally } from '../../core/texts/words';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import type { Creations } from '../../core/customers/creations';
import { normalizeTaxId } from '../../core/customers/taxId';
import { GmcRequestError, isFatal } from '../../core/service/failure';
import type { ServiceRecord } from '../../core/service/record';
import { InputError } from '../../core/util/inputError';
import { newTaxIdOptions } from '../../shared/commonFields';
import type { RowProblem } from '../../shared/errors';
import { toErrorItem, toNodeError, toRowProblem } from '../../shared/errors';
import { mapItems } from '../../shared/eventLoop';
import { hintAtFailed, showHint } from '../../shared/hints';
import { choice } from '../../shared/options';
import { refuseRows } from '../../shared/refusal';
import { toItem } from '../../shared/items';
import { Throttle } from '../../shared/throttle';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readCustomerFields } from './customerFields';
import { CreationTurn } from './creationTurn';
import { openMemory } from './memory';
import type { SaveRequest } from './saveCustomer';
import { IF_EXISTS, saveCustomer } from './saveCustomer';
import { accountIn } from '../../shared/context';

const ifExistsField: INodeProperties = {
	displayName: 'If Exists',
	name: 'ifExists',
	type: 'options',
	default: 'update',
	options: [
		{
			name: 'Leave',
			value: 'leave',
			description: 'Nothing is changed: the customer comes out as GMC has it',
		},
		{ name: 'Update', value: 'update', description: 'A name or e-mail that differs is changed' },
	],
	description: 'What becomes of a customer that GMC already has',
};

const optionsField: INodeProperties = {
	...newTaxIdOptions,
	options: [ifExistsField, ...newTaxIdOptions.options!],
};

/**
 * Creates the customer of each item or, unless it is to be left, changes what differs: one list, then requests for
 * the changes only.
 * Rows are the same customer when their tax IDs agree without punctuation; such rows keep their order.
 *
 * Several groups of rows are saved at once. The other customer operations go row by row (`forEachItem`): their
 * rows may be about one customer and then depend on their order. Here whole lists of customers are kept in
 * sync, so time counts, and rows of one customer are in one group, which is saved in order.
 */
export const upsert: Operation = {
	fields: shownFor('customer', 'upsert', [...customerFields, optionsField]),
	async execute(context, items) {
		const run = await openRun(context);
		const { throttle, turn } = run;
		await readGroups(context, items.length, run);
		const bad = [...run.problems.values()];
		if (run.stopAtFirst && bad.length > 0) {
			refuseRows(context, bad, { all: items.length, isWrite: true });
		}
		const save = async (rows: CustomerRow[]) => await saveGroup(run, rows);
		await throttle.run(run.groups.values(), save, () => isStopped(run)).finally(() => turn.end());
		throttle.log(context, 'Customers');
		if (run.stopAtFirst && run.problems.size > 0) {
			throw toNodeError(context, run.problems.get(Math.min(...run.problems.keys()))!);
		}
		const output = items.map((_, itemIndex) => toOutputItem(context, run, itemIndex));
		hintAtActions(context, run);
		hintAtFailed(context, output, items.length);
		return output;
	},
};

function toOutputItem(
	context: IExecuteFunctions,
	{ records, problems, fatal }: Run,
	itemIndex: number,
): INodeExecutionData {
	const record = records.get(itemIndex);
	if (record !== undefined) return toItem(context, record, itemIndex);
	return toErrorItem(problems.get(itemIndex) ?? toRowProblem(fatal, itemIndex));
}

function hintAtActions(context: IExecuteFunctions, { records }: Run): void {
	const counts = { created: 0, updated: 0, unchanged: 0 };
	for (const { _gmc } of records.values()) counts[(_gmc as { action: Action }).action]++;
	if (records.size === 0) return;
	const told = tally(counts, {
		created: (n) => `${number(n)} created`,
		updated: (n) => `${number(n)} updated`,
		unchanged: (n) => `${number(n)} unchanged`,
	});
	showHint(context, 'info', `Customers: ${told}`);
}

type Action = 'created' | 'updated' | 'unchanged';

interface CustomerRow extends SaveRequest {
	itemIndex: number;
}

/** What has become of the rows so far, by item index. */
interface Run {
	client: GmcClient;
	throttle: Throttle;
	/** What this execution has created by now, in earlier tries as well. */
	creations: Creations;
	turn: CreationTurn;
	/** See `saveCustomer`. */
	takeTurn: () => Promise<void>;
	vainLists: number;
	/** By tax ID. */
	groups: Map<string, CustomerRow[]>;
	records: Map<number, ServiceRecord>;
	problems: Map<number, RowProblem>;
	stopAtFirst: boolean;
	/** A failure that every further row would meet. */
	fatal?: GmcRequestError;
}

async function openRun(context: IExecuteFunctions): Promise<Run> {
	const { creations } = await openMemory(context);
	const client = new GmcClient(context);
	const turn = new CreationTurn(context, client, await accountIn(context));
	const groups = new Map<string, CustomerRow[]>();
	return {
		client,
		throttle: new Throttle(client.transport.timeoutMs),
		creations,
		turn,
		takeTurn: async () => await turn.take([...groups.keys()]),
		vainLists: 0,
		groups,
		records: new Map(),
		problems: new Map(),
		stopAtFirst: !context.continueOnFail(),
	};
}

const isStopped = ({ fatal, stopAtFirst, problems }: Run): boolean =>
	fatal !== undefined || (stopAtFirst && problems.size > 0);

/** Reads all rows before the first request; rows of one tax ID form a group. */
async function readGroups(
	context: IExecuteFunctions,
	count: number,
	{ groups, problems }: Run,
): Promise<void> {
	await mapItems(count, (itemIndex) => {
		try {
			const fields = readCustomerFields(context, itemIndex);
			const key = normalizeTaxId(fields.taxId);
			const group = groups.get(key) ?? [];
			group.push({ itemIndex, fields, ifExists: ifExistsOf(context, itemIndex) });
			groups.set(key, group);
		} catch (error) {
			problems.set(itemIndex, toRowProblem(error, itemIndex));
		}
	});
}

const ifExistsOf = (context: IExecuteFunctions, itemIndex: number) =>
	choice(context.getNodeParameter('options.ifExists', itemIndex, 'update'), 'If Exists', IF_EXISTS);

async function saveGroup(run: Run, rows: CustomerRow[]): Promise<void> {
	let doubtful: InputError | undefined;
	for (const { itemIndex, ...request } of rows) {
		if (isStopped(run)) return;
		try {
			if (doubtful) throw doubtful;
			run.records.set(itemIndex, await saveCustomer(run, request));
		} catch (error) {
			run.problems.set(itemIndex, toRowProblem(error, itemIndex));
			if (!(error instanceof GmcRequestError)) continue;
			if (isFatal(error.failure)) run.fatal = error;
			if (error.failure.proof === 'unknown') doubtful = notAfter(itemIndex);
		}
	}
}

/** Whether the customer exists now is not known, so a second row must not create it again. */
function notAfter(itemIndex: number): InputError {
	return new InputError({
		message: `not attempted, because the outcome of row ${itemIndex + 1} with the same tax ID is not known`,
		advice: 'Look at the customer with Customer → Get, then run this row again.',
		code: 'NOT_ATTEMPTED',
	});
}
