import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import { CLOCK_RULES } from '../../../../nodes/Gmc/core/ledger/asked';
import type { Verdicts } from '../../../../nodes/Gmc/core/ledger/claim';
import type {
	Effect,
	Listing,
	Protocol,
	ReadEffect,
} from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry, Verdict, Wish } from '../../../../nodes/Gmc/core/ledger/entry';
import { isInDoubt } from '../../../../nodes/Gmc/core/ledger/entry';
import type { ResolveRules } from '../../../../nodes/Gmc/core/ledger/look';
import { charge, claimed } from './entries-support';

export const MINUTE = 60_000;
export const HOLD = 15 * MINUTE;
export const NOW = Date.UTC(2026, 10, 22, 12);

export const RULES: ResolveRules = {
	claim: 'run',
	holdMs: HOLD,
	timeoutMs: MINUTE,
	isAlive: () => false,
	looks: 3,
	clock: CLOCK_RULES,
};

export const wish = (ref: string, more: Partial<Wish> = {}): Wish => ({
	ref,
	charge: charge(),
	...more,
});

/** An addition of 10 BRL to Ana. @param minutes before NOW at which it was made */
export const added = (_id: string, minutes: number, more: object = {}): ListedAddition => ({
	_id,
	createdAt: NOW - minutes * MINUTE,
	items: [{ customerIdentifier: 'ana', sourceAmount: 10, sourceCurrency: 'BRL', ...more }],
});

/** What the service lists, its clock that of n8n. */
export const listing = (...additions: ListedAddition[]): Listing => ({
	additions,
	madeAt: ({ createdAt }) => createdAt as number,
	isZoned: () => true,
	clockOffset: 0,
});

/** A ledger and a service that do at once what a protocol asks for, and tell what that was. */
export class World {
	entries: Entry[] = [];

	/** Undefined: it is not to be had. */
	listed?: Listing = listing();

	/** All that was asked for, in short. */
	readonly steps: string[] = [];

	readonly lists: number[] = [];

	/** What others do just before the nth step of that kind, from 1. */
	meanwhile: Partial<Record<Effect['do'], Record<number, () => void>>> = {};

	private readonly counts = new Map<Effect['do'], number>();

	private lastId = 0;

	/** A row of another run, asked for so many minutes ago. */
	other(ref: string, minutes: number, more: Partial<Entry> = {}): Entry {
		const askedAt = NOW - minutes * MINUTE;
		const heldUntil = askedAt + HOLD;
		return this.add({ ...claimed(ref), claim: 'other', askedAt, heldUntil, ...more });
	}

	add(row: Omit<Entry, 'id'>): Entry {
		const entry = { ...row, id: ++this.lastId };
		this.entries.push(entry);
		return entry;
	}

	change(row: Entry, change: Partial<Entry>): void {
		this.entries = this.entries.map((one) => (one.id === row.id ? { ...one, ...change } : one));
	}

	/** What the ledger says of the names by now: outcome, addition, claim. */
	told = () =>
		this.entries.map(({ ref, n, outcome, additionId, claim }) =>
			[ref, n, outcome, additionId, claim].filter(Boolean).join(' '),
		);

	run<Result>(protocol: Protocol<Result>): Result {
		for (let step = protocol.next(); ; ) {
			if (step.done) return step.value;
			const effect = step.value;
			let answer: unknown;
			try {
				answer = this.carryOut(effect);
			} catch (error) {
				step = protocol.throw(error);
				continue;
			}
			step = protocol.next(answer);
		}
	}

	private carryOut(effect: Effect): unknown {
		const count = (this.counts.get(effect.do) ?? 0) + 1;
		this.counts.set(effect.do, count);
		this.meanwhile[effect.do]?.[count]?.();
		if (effect.do === 'giveWay') return undefined;
		this.steps.push(stepText(effect));
		switch (effect.do) {
			case 'insert':
				return void effect.rows.forEach((row) => this.add(row));
			case 'update':
				for (const { id, ...change } of effect.changes) {
					this.change({ id } as Entry, {
						...change,
						...(change.additionId === '' && { additionId: undefined }),
					});
				}
				return this.delete(effect.remove ?? []);
			case 'delete':
				return this.delete(effect.ids);
			case 'list':
				this.lists.push(effect.since);
				return this.listed;
			case 'now':
				return NOW;
			case 'pause':
				return undefined;
			default:
				return this.entries.filter(isAskedFor(effect)).map((one) => ({ ...one }));
		}
	}

	private delete(ids: number[]): void {
		this.entries = this.entries.filter(({ id }) => !ids.includes(id));
	}
}

function isAskedFor(effect: ReadEffect): (entry: Entry) => boolean {
	switch (effect.do) {
		case 'read':
			return ({ ref }) => effect.refs.includes(ref);
		case 'readInDoubt':
			return isInDoubt;
		case 'readUnnamed':
			return ({ outcome, additionId }) => outcome === 'issued' && additionId === undefined;
		case 'readOwners':
			return ({ additionId }) => effect.additionIds.includes(additionId ?? '');
		default:
			throw new Error(`Nothing here asks for ${effect.do}`);
	}
}

function stepText(effect: Effect): string {
	switch (effect.do) {
		case 'read':
			return `read ${effect.refs.join(', ')}`;
		case 'readOwners':
			return [`readOwners ${effect.additionIds.join(', ')}`, ...(effect.by ?? [])].join(' by ');
		case 'insert':
			return `insert ${effect.rows.map(({ ref }) => ref).join(', ')}`;
		case 'update': {
			const changes = effect.changes.map(({ id, outcome, additionId }) =>
				[id, outcome, additionId].filter((one) => one !== undefined).join(' '),
			);
			const removed = effect.remove ? ` delete ${effect.remove.join(', ')}` : '';
			return `update ${changes.join(', ')}${removed}`;
		}
		case 'delete':
			return `delete ${effect.ids.join(', ')}`;
		case 'pause':
			return `pause ${effect.attempt}`;
		default:
			return effect.do;
	}
}

/** Verdicts in short: what is said of each name, and which additions may be meant. */
export const said = (verdicts: Verdicts) =>
	Object.fromEntries([...verdicts].map(([name, verdict]) => [name, saidOf(verdict)]));

function saidOf(verdict: Verdict): string {
	if (verdict.is === 'paid') return `paid ${verdict.additionId}`;
	if (verdict.is !== 'inDoubt') return verdict.is;
	return ['inDoubt', ...(verdict.candidates ?? [])].join(' ');
}
