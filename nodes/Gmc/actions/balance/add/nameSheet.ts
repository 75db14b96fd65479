import { EntriesByCharge } from '../../../core/ledger/byCharge';
import type { Entry } from '../../../core/ledger/entry';
import { nameOf } from '../../../core/ledger/entry';
import { foreignInBatch } from '../../../core/ledger/foreign';
import { batchSet, customerRef, isUsersName, keySet, keySetsToAsk } from '../../../core/ledger/key';
import type { SetName } from '../../../core/ledger/name';
import { checkKeys, nameRows } from '../../../core/ledger/name';
import { groupBy, groupsOf } from '../../../core/util/groupBy';
import type { InputError } from '../../../core/util/inputError';
import { namedExecution } from '../../../shared/context';
import { KEPT_MS } from './execution';
import { isMisnamed, refuseMoved } from './identify';
import { entriesOfOtherPasses } from './leftOpen';
import { lookAtKeys } from './lookAtKeys';
import { protectionChanged, sentByWorkflow } from './outcomes';
import {
	batchRowChanged,
	contradictedKey,
	twoSpellings,
	refuseForeign,
	sent,
	reusedName,
	unreadableEntry,
} from './problems';
import { MAX_JUDGEMENTS, recheck } from './recheck';
import type { Row, RowIn } from './row';
import { chargeOf, chargeRefIn, isIn, isLookedUp } from './row';
import type { AddRun } from './run';
import { isNamedByUser } from './settings';

/**
 * Gives each planned row its name in the ledger, by the protection of the run. A row that cannot have one is rejected or
 * not attempted.
 *
 * @returns the entries of these names
 * @throws LedgerError
 */
export async function nameSheet(run: AddRun, rows: Row[]): Promise<Entry[]> {
	await refuseOtherNaming(run);
	const known = await nameByProtection(run, rows);
	if (run.execution.memoryLost !== undefined) await refuseMaybeSent(run, rows, known);
	return known;
}

async function nameByProtection(run: AddRun, rows: Row[]): Promise<Entry[]> {
	const { duplicateProtection, batch } = run.settings;
	if (duplicateProtection === 'key') return await nameByKey(run, rows);
	if (duplicateProtection === 'batch') return await nameByBatch(run, rows, batchSet(batch!.name));
	return await nameByExecution(run, rows);
}

/** Another retry of this execution may have sent rows under another protection. @throws InputError */
async function refuseOtherNaming({ ledger, execution, settings }: AddRun): Promise<void> {
	if (execution.hasBegun || !execution.mayHaveBegun) return;
	const { duplicateProtection, batch } = settings;
	const isNamedSo = ({ set, n }: Entry): boolean => {
		if (!isUsersName(set)) return !isNamedByUser(settings);
		return duplicateProtection === 'key' ? n === undefined : set === batchSet(batch?.name ?? '');
	};
	const entries = await ledger.read({ do: 'read', by: 'execution', values: [execution.refOf()] });
	const isOther = (entry: Entry) => entry.outcome !== 'rejected' && !isNamedSo(entry);
	if (entries.some(isOther)) throw protectionChanged();
}

async function nameByKey(run: AddRun, rows: Row[]): Promise<Entry[]> {
	const keyed = rows.filter(({ key }) => key !== undefined);
	if (keyed.length === 0) return [];
	const refs = [...new Set(keyed.flatMap(({ key = '' }) => keySetsToAsk(key)))];
	const entries = await lookAtKeys(run, keyed, refs);
	const checks = checkKeys(
		keyed.map((row) => ({
			key: row.key!,
			charge: isIn('planned')(row) ? chargeOf(row) : undefined,
		})),
		entries,
	);
	for (const [position, row] of keyed.entries()) {
		if (!isIn('planned')(row)) continue;
		const check = checks[position];
		const set = keySet(row.key!);
		if (check === 'contradicted') {
			// While the customers cannot be listed, two identifiers may be one customer's. Nothing is sent then.
			if (isLookedUp(row)) row.reject(contradictedKey(row.key));
		} else if (check === 'fine') row.ledgerName = { ref: set, set };
		else if ('sameAs' in check) row.sameKeyAs = keyed[check.sameAs];
		else if ('knownAs' in check) row.reject(reusedName(run, row, check.knownAs));
		else row.reject(twoSpellings(check.spellings));
	}
	return entries;
}

/** Where an entry matches no row, asks GMC about the entries of its customer, and names the rows again if one has changed. */
async function nameByBatch(run: AddRun, rows: Row[], set: string): Promise<Entry[]> {
	for (let round = 1; ; round++) {
		const entries = await run.ledger.read({ do: 'read', by: 'set', values: [set] });
		if (await run.accounts.ask(run.client, run.ledger.read, entries)) continue;
		refuseForeignIn(run, rows, entries);
		refuseMoved(rows, set, entries);
		const { names, left } = nameRowsOf(rows, { set, entries, isBatch: true });
		const refs = new Set(left.map(({ ref }) => ref));
		const inDoubt = entries.filter(({ ref, outcome }) => refs.has(ref) && outcome !== 'rejected');
		if (round < MAX_JUDGEMENTS && (await recheck(run, inDoubt)).isChanged) continue;
		giveNames(run, names, rows.some(isBad));
		return entries;
	}
}

/** Another account has sent rows of the batch, or may have. */
function refuseForeignIn(run: AddRun, rows: Row[], entries: Entry[]): void {
	const planned = rows.filter(isIn('planned'));
	const foreign = foreignInBatch(planned.map(chargeOf), entries);
	for (const [at, row] of planned.entries()) {
		const entry = foreign[at];
		if (entry) refuseForeign(run, row, entry);
	}
}

/**
 * Rows of an execution take the entries of their own set first, then equal entries that other passes have left open, of
 * whichever node: each try of a tool's Retry On Fail is a run of its own (n8n.md T4), a lost row may loop back, and another
 * node may be the fallback.
 */
async function nameByExecution(run: AddRun, rows: Row[]): Promise<Entry[]> {
	const { ledger, execution } = run;
	const { set, mayHaveBegun } = execution;
	const own = mayHaveBegun ? await ledger.read({ do: 'read', by: 'set', values: [set] }) : [];
	refuseMoved(rows, set, own);
	giveNames(run, nameRowsOf(rows, { set, entries: own, isBatch: false }).names);
	const ofOtherPasses = await entriesOfOtherPasses(run);
	const others = new EntriesByCharge(ofOtherPasses);
	const ownNames = new Set(own.map(nameOf));
	const taken = new Set<string>();
	for (const row of rows.filter(isIn('planned'))) {
		if (row.ledgerName && ownNames.has(nameOf(row.ledgerName))) continue;
		const isFree = (entry: Entry) => !taken.has(nameOf(entry)) && !execution.isTaken(entry);
		const equal = [...others.of(chargeOf(row))].find(isFree);
		if (equal === undefined) continue;
		taken.add(nameOf(equal));
		row.ledgerName = { ref: equal.ref, n: equal.n, set: equal.set };
		execution.take(row.ledgerName);
	}
	return [...own, ...ofOtherPasses];
}

type Named = SetName & { ref: string; set: string };

/**
 * Names rows by customer. A row whose customer is not known can only take an entry with equal identifiers.
 *
 * @returns the names, and the entries of these customers that no row matches
 */
function nameRowsOf(
	rows: Row[],
	{ set, entries, isBatch }: { set: string; entries: Entry[]; isBatch: boolean },
): { names: Map<RowIn<'planned'>, Named>; left: Entry[] } {
	const byCharge = new EntriesByCharge(entries);
	const refs = new Map(
		rows.filter(isIn('planned')).map((row) => {
			if (row.customer) return [row, customerRef(set, row.customer.customerId)];
			const [equal] = byCharge.of(chargeOf(row));
			return [row, equal?.ref ?? ''];
		}),
	);
	const refOf = (row: RowIn<'planned'>) => refs.get(row)!;
	const planned = [...refs.keys()].filter((row) => refOf(row) !== '');
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	// What became of these rows is known by their names.
	const heldUnder = groupBy(
		rows.filter((row) => !isIn('planned')(row)),
		({ ledgerName }) => ledgerName?.ref ?? '',
	);
	const names = new Map<RowIn<'planned'>, Named>();
	const left: Entry[][] = [];
	for (const own of groupsOf(planned, refOf)) {
		const ref = refOf(own[0]);
		const misnamed = own.filter(isMisnamed);
		const inOrder = [...own.filter((row) => !isMisnamed(row)), ...misnamed];
		// An entry of a batch may be that of a corrected row.
		const refused = isBatch ? misnamed.length : 0;
		const held = heldUnder(ref).map(({ ledgerName }) => ledgerName?.n);
		const given = nameRows(inOrder.map(chargeOf), entriesOf(ref), isBatch, { refused, held });
		left.push(given.left);
		for (const [position, row] of inOrder.entries()) {
			const name = given.names[position];
			// A row with a wrong name is refused for that.
			if (!isMisnamed(row) || 'n' in name) names.set(row, { ref, set, ...name });
		}
	}
	return { names, left: left.flat() };
}

/** @param hasBadRows see `batchRowChanged` */
function giveNames(run: AddRun, names: Map<RowIn<'planned'>, Named>, hasBadRows = false): void {
	// Rows of one customer share what they lack.
	const refusals = new Map<Entry[], InputError>();
	for (const [row, name] of names) {
		if ('n' in name) row.ledgerName = name;
		else if ('unreadable' in name) row.notAttempt(unreadableEntry(run, row, name.unreadable));
		else {
			const { changed } = name;
			const refusal = refusals.get(changed) ?? batchRowChanged(run, row, { changed, hasBadRows });
			refusals.set(changed, refusal);
			row.reject(refusal);
		}
	}
}

/**
 * A retry that does not know of this node may follow a crash. What this workflow has sent may be its own, or that of the
 * node whose fallback it is (n8n.md E6). Under a key or a batch, its own rows are known by their names.
 *
 * @param known entries of this execution or of the rows' names, which tell what became of their rows
 */
async function refuseMaybeSent(
	{ ledger, execution, context, settings }: AddRun,
	rows: Row[],
	known: Entry[],
): Promise<void> {
	const told = new Set(known.filter(({ outcome }) => outcome !== 'rejected').map(nameOf));
	const planned = rows
		.filter(isIn('planned'))
		.filter(({ ledgerName }) => ledgerName === undefined || !told.has(nameOf(ledgerName)));
	const chargeRefs = [...new Set(planned.map((row) => chargeRefIn(row)))];
	if (chargeRefs.length === 0) return;
	const entries = (await ledger.read({ do: 'read', by: 'chargeRef', values: chargeRefs })).filter(
		(entry) =>
			entry.outcome !== 'rejected' &&
			!(isNamedByUser(settings) && isUsersName(entry.set)) &&
			entry.askedAt > Date.now() - KEPT_MS &&
			execution.isOfOther(entry),
	);
	const equalTo = groupBy(entries, ({ chargeRef }) => chargeRef);
	for (const row of planned) {
		const [entry] = equalTo(chargeRefIn(row));
		if (entry === undefined) continue;
		const by = namedExecution(entry.executionId);
		row.notAttempt(sentByWorkflow(`${sent(context, entry, 'the same top-up')} (${by})`));
	}
}

/** Whether a row is refused for what it says itself. */
const isBad = (row: Row) =>
	isIn('rejected')(row) || row.customerProblem !== undefined || isMisnamed(row);
