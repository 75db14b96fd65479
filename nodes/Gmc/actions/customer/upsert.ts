import { number, tally } from '../../core/texts/words';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import { changedFields } from '../../core/customers/changedFields';
import { normalizeTaxId } from '../../core/customers/taxId';
import { GmcRequestError, isFatal } from '../../core/service/failure';
import { ranges } from '../../core/util/ranges';
import { newTaxIdOptions } from '../../shared/commonFields';
import type { RowProblem } from '../../shared/errors';
import { toErrorItem, toNodeError, toRowProblem } from '../../shared/errors';
import { mapItems } from '../../shared/eventLoop';
import { hintAtFailed, showHint } from '../../shared/hints';
import { choice } from '../../shared/options';
import { refuseRows } from '../../shared/refusal';
import { toItem, withNodeMetadata } from '../../shared/items';
import { Throttle } from '../../shared/throttle';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readCustomerFields } from './customerFields';
import { CustomerWriter } from './customerWriter';
import type { Saved, SaveRequest } from './saveCustomer';
import { IF_EXISTS, saveCustomer } from './saveCustomer';

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
		const run = openRun(context);
		const { throttle } = run;
		await readGroups(context, items.length, run);
		const bad = [...run.problems.values()];
		if (run.stopAtFirst && bad.length > 0) {
			refuseRows(context, bad, { all: items.length, isWrite: true });
		}
		const save = async (rows: CustomerRow[]) => await saveGroup(run, rows);
		await throttle.run(run.groups.values(), save, () => isStopped(run));
		throttle.log(context, 'Customers');
		if (run.stopAtFirst && run.problems.size > 0) {
			throw toNodeError(context, run.problems.get(Math.min(...run.problems.keys()))!);
		}
		const output = items.map((_, itemIndex) => toOutputItem(context, run, itemIndex));
		hintAtActions(context, run);
		hintAtOthers(context, run);
		hintAtFailed(context, output, items.length);
		return output;
	},
};

function toOutputItem(
	context: IExecuteFunctions,
	{ saved, problems, fatal }: Run,
	itemIndex: number,
): INodeExecutionData {
	const one = saved.get(itemIndex);
	if (one === undefined) {
		return toErrorItem(problems.get(itemIndex) ?? toRowProblem(fatal, itemIndex));
	}
	return toItem(context, withNodeMetadata(one.customer, { action: one.action }), itemIndex);
}

function hintAtActions(context: IExecuteFunctions, { saved }: Run): void {
	const counts = { created: 0, updated: 0, unchanged: 0 };
	for (const { action } of saved.values()) counts[action]++;
	if (saved.size === 0) return;
	const told = tally(counts, {
		created: (n) => `${number(n)} created`,
		updated: (n) => `${number(n)} updated`,
		unchanged: (n) => `${number(n)} unchanged`,
	});
	showHint(context, 'info', `Customers: ${told}`);
}

/** What GMC has answered may not be what it was sent. */
function hintAtOthers(context: IExecuteFunctions, { saved, groups }: Run): void {
	const isOther = ({ itemIndex, fields, ifExists }: CustomerRow) => {
		const one = saved.get(itemIndex);
		if (one === undefined || (ifExists === 'leave' && one.action === 'unchanged')) return false;
		return changedFields(one.customer, fields) !== undefined;
	};
	const rows = [...groups.values()].flat().filter(isOther);
	if (rows.length === 0) return;
	const numbers = rows.map(({ itemIndex }) => itemIndex + 1).sort((one, other) => one - other);
	const message = `GMC's answer shows another name or e-mail than it was sent: ${numbers.length === 1 ? 'row' : 'rows'} ${ranges(numbers)}`;
	showHint(context, 'warning', message);
}

interface CustomerRow extends SaveRequest {
	itemIndex: number;
}

/** What has become of the rows so far, by item index. */
interface Run {
	client: GmcClient;
	throttle: Throttle;
	writer: CustomerWriter;
	/** By tax ID. */
	groups: Map<string, CustomerRow[]>;
	saved: Map<number, Saved>;
	problems: Map<number, RowProblem>;
	stopAtFirst: boolean;
	/** A failure that every further row would meet. */
	fatal?: GmcRequestError;
}

function openRun(context: IExecuteFunctions): Run {
	const client = new GmcClient(context);
	const throttle = new Throttle(client.transport.timeoutMs);
	return {
		client,
		throttle,
		writer: new CustomerWriter(context, client, async (request) => await throttle.send(request)),
		groups: new Map(),
		saved: new Map(),
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
	const { client, writer, saved, problems } = run;
	for (const { itemIndex, ...request } of rows) {
		if (isStopped(run)) return;
		try {
			const save = async () => await saveCustomer(client, writer, request);
			saved.set(itemIndex, await writer.unlessInDoubt(request.fields.taxId, save));
		} catch (error) {
			problems.set(itemIndex, toRowProblem(error, itemIndex));
			if (error instanceof GmcRequestError && isFatal(error.failure)) run.fatal = error;
		}
	}
}
