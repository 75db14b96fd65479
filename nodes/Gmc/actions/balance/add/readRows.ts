import type { IDataObject } from 'n8n-workflow';
import { planRow } from '../../../core/additions/additionRequest';
import type { SheetTopUp } from '../../../core/additions/sheetTopUp';
import { askedForIn } from '../../../core/additions/sheetTopUp';
import type { Cells } from '../../../core/sheet/roleCell';
import type { Role } from '../../../core/sheet/headings';
import { toldSheet } from '../../../core/sheet/told';
import { mapItems } from '../../../shared/eventLoop';
import { fieldReader } from '../../../shared/fieldReader';
import { readOptions } from '../../../shared/options';
import { locatorValue } from '../../../shared/parameters';
import { cellsOf, hintAtColumns, namingFieldsLike } from '../../../shared/cells';
import { openTopUps } from '../topUpSheet';
import type { RowTexts } from './row';
import { Row } from './row';
import type { AddRun } from './run';
import { rowTexts } from './rowOptions';
import { rawRowReader, rowOptionsReader } from './settings';

/**
 * Reads and checks every row; a bad one is `rejected` at once. Nothing is asked of GMC, except the list of customers for a
 * sheet that is mapped automatically.
 *
 * @throws InputError or GmcRequestError if a sheet is not understood
 */
export const readRows = async (run: AddRun): Promise<Row[]> =>
	run.settings.isSheet ? await readSheet(run) : await readFields(run);

type OptionsOf = (itemIndex: number) => IDataObject;

/** What the fields of a row may be called in the sheet. */
const ROLES_OF: Record<string, Role[]> = {
	idempotencyKey: ['key'],
	customer: ['customerId', 'taxId'],
	amount: ['amount'],
	currency: ['currency'],
};

async function readFields({ context, protection }: AddRun): Promise<Row[]> {
	const optionsOf = rowOptionsReader(context);
	const rawRowOf = rawRowReader(context);
	const keyOf = protection.keyReader?.(context);
	const keyField = fieldReader(context, 'idempotencyKey');
	const items = context.getInputData();
	return await mapItems(items.length, (itemIndex): Row => {
		const texts: RowTexts = {};
		const given: Record<string, unknown> = {};
		try {
			if (keyOf) {
				given.idempotencyKey = keyField(itemIndex);
				texts.key = keyOf(itemIndex, given.idempotencyKey);
			}
			const options = optionsOf(itemIndex);
			Object.assign(texts, readOptions(rowTexts, options));
			const raw = rawRowOf(itemIndex, options);
			Object.assign(given, raw, { customer: locatorValue(raw.customer) });
			return Row.planned(itemIndex, planRow(raw), texts);
		} catch (error) {
			return Row.refused(itemIndex, nameFields(error, given, items[itemIndex].json), texts);
		}
	});
}

/** The first field that is empty, in the order in which they are read, is why the row is refused. */
function nameFields(error: unknown, given: Record<string, unknown>, row: IDataObject): unknown {
	return Object.entries(ROLES_OF)
		.filter(([field]) => Object.hasOwn(given, field))
		.reduce((told, [field, roles]) => {
			return told === error ? namingFieldsLike(error, { raw: given[field], roles, row }) : told;
		}, error);
}

async function readSheet(run: AddRun): Promise<Row[]> {
	const { context } = run;
	const cells = cellsOf(context);
	const optionsOf = rowOptionsReader(context);
	const { columns, read } = await openSheet(run, cells, optionsOf);
	const leftOut: number[] = [];
	const rows = await mapItems(cells.length, (itemIndex): Row | undefined => {
		try {
			const topUp = read(itemIndex);
			if (topUp === undefined) {
				leftOut.push(itemIndex);
				return undefined;
			}
			return plannedRow(itemIndex, topUp, readOptions(rowTexts, optionsOf(itemIndex)));
		} catch (error) {
			const asked = askedForIn(cells[itemIndex], columns);
			return Row.refused(itemIndex, error, { key: asked.key, asked });
		}
	});
	hintAtColumns(context, columns, leftOut);
	const counted = rows.filter((row) => row !== undefined);
	run.columns = { told: toldSheet(columns, leftOut), firstItem: counted[0]?.itemIndex };
	return counted;
}

/** Without the list of customers, a sheet is read as far as it can be, so that what was paid before is told. */
async function openSheet(
	{ context, client, protection }: AddRun,
	cells: Cells[],
	optionsOf: OptionsOf,
) {
	const { sheet: kind } = protection;
	let failure: unknown;
	const directory = await client.directory().catch((error: unknown) => {
		failure = error;
		return undefined;
	});
	try {
		return await openTopUps(context, cells, { kind, directory, optionsOf });
	} catch (error) {
		throw failure ?? error;
	}
}

/** What a column says goes before what an option says. */
const plannedRow = (
	itemIndex: number,
	{ reference, request, key, expectedName, note }: SheetTopUp,
	options: RowTexts,
): Row =>
	Row.planned(
		itemIndex,
		{ reference, request },
		{
			...options,
			key,
			expectedName: expectedName ?? options.expectedName,
			note: note ?? options.note,
		},
	);
