import { claimNames } from '../../nodes/Gmc/core/ledger/claim';
import { type Entry, isOpen, nameOf } from '../../nodes/Gmc/core/ledger/entry';
import { equalSince, NEW_IN_BATCH } from '../../nodes/Gmc/core/ledger/neighbours';
import { nameAll, rechecked } from './judging';
import {
	type Memory,
	type Payer,
	type PayerRules,
	type Phase,
	learn,
	ofRun,
	PROTOCOL,
	resolving,
	wishesOf,
	wishOf,
} from './memory';
import { sendAll, settleAgain, settleAll } from './sending';
import type { Doing } from './world';

/**
 * A run of a sheet with keys, as `balance: add` makes it: name and judge the rows, resolve open ones; claim, send, settle;
 * resolve what was found open since; then claim the rows that are free now, send, settle.
 */
export function payer(
	more: Partial<PayerRules> = {},
	protocol: Partial<PayerRules['protocol']> = {},
): Payer {
	const rules: PayerRules = {
		renewsClaims: true,
		looksBeside: true,
		findsOutOwn: false,
		isRecent: false,
		looksFirst: false,
		...more,
		protocol: { ...PROTOCOL, ...protocol },
	};
	const send = [claimAll, sendAll, settleAll, settleAgain];
	// Released rows are claimed again, once more than there may be stalls.
	return [nameAll, resolveAll, ...send, resolveAll, ...send, ...send].map(
		(phase): Phase =>
			(memory, claim) =>
				phase(memory, claim, rules),
	);
}

function* claimAll(memory: Memory, claim: string, rules: PayerRules): Doing<Memory> {
	const wishes = wishesOf(memory, memory.free);
	if (wishes.length === 0) return memory;
	const claims = memory.claims + 2;
	const isOwn = ({ execution }: Entry) => execution === claim;
	const neighbours = rules.isRecent ? equalSince(Infinity, isOwn) : NEW_IN_BATCH;
	const protocol = { ...rules.protocol, neighbours };
	const areFree = wishes.every((wish) => memory.sure.includes(nameOf(wish)));
	const own = ofRun(protocol, claim, claims - 1);
	const verdicts = yield* rechecked(wishes, yield* claimNames(wishes, own, areFree), own);
	// Open rows that refuse a row are resolved: what was never done refuses no row.
	const refused = wishes.filter((wish) => verdicts.get(nameOf(wish))?.is === 'duplicate');
	const equal = [...verdicts.values()].flatMap((one) =>
		one.is === 'duplicate' ? one.entries : [],
	);
	const open = equal.filter(isOpen).map(wishOf);
	if (open.length > 0) {
		yield* resolving(open, ofRun(rules.protocol, claim, claims));
		const again = yield* claimNames(refused, ofRun(protocol, claim, claims));
		for (const [name, verdict] of again) verdicts.set(name, verdict);
	}
	return learn({ ...memory, claims, free: [], sure: [] }, verdicts);
}

function* resolveAll(memory: Memory, claim: string, { protocol }: PayerRules): Doing<Memory> {
	const { left } = memory;
	const open = Object.keys(memory.inDoubt).filter((name) => !left.includes(name));
	const inDoubt = wishesOf(memory, open);
	if (inDoubt.length === 0) return memory;
	const claims = memory.claims + 1;
	const rules = ofRun(protocol, claim, claims);
	const verdicts = yield* resolving(inDoubt, rules);
	const after = learn({ ...memory, claims }, yield* rechecked(inDoubt, verdicts, rules));
	return { ...after, left: Object.keys(after.inDoubt) };
}
