import type { Addition } from '../../../../nodes/Gmc/core/service/record';
import type { Verdicts } from '../../../../nodes/Gmc/core/ledger/claim';
import type {
	Effect,
	EntryChange,
	Listing,
	NewEntry,
	Protocol,
} from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import type { ResolveRules } from '../../../../nodes/Gmc/core/ledger/snapshot';
import * as small from '../../../../harness/keys/world';
import { claimed, RUN } from './entries-support';
import { CLOCK_RULES } from '../../../../nodes/Gmc/core/ledger/links';

export const MINUTE = 60_000;
export const HOLD = 15 * MINUTE;
export const NOW = Date.UTC(2026, 10, 22, 12);

/** The run of a claim, without the round in which it was made. */
const ownerOf = (claim: string) => claim.split('.', 1)[0];

export const RULES: ResolveRules = {
	claim: 'run',
	isOurs: (claim) => ownerOf(claim) === 'run',
	execution: RUN,
	holdMs: HOLD,
	timeoutMs: MINUTE,
	isAtWork: () => false,
	maxPolls: 3,
	clock: CLOCK_RULES,
	isShared: () => false,
};

/** An addition of 10 BRL to Ana. @param minutes before NOW at which it was made */
export const added = (_id: string, minutes: number, more: object = {}): Addition => ({
	_id,
	createdAt: NOW - minutes * MINUTE,
	items: [{ customerIdentifier: 'ana', sourceAmount: 10, sourceCurrency: 'BRL', ...more }],
});

/** What the service lists, its clock that of n8n. */
export const listing = (...additions: Addition[]): Listing => ({
	additions,
	madeAt: ({ createdAt }) => createdAt as number,
	isZoned: () => true,
	clockOffset: 0,
});

/** A ledger and a service that do at once what a protocol asks for: the world of the exploration, in one order. */
export class World {
	readonly names = new small.Interner();
	private world: small.World = { table: [], nextId: 1, additions: [], instant: 0 };

	/** Undefined: it is not to be had. */
	listed?: Listing = listing();

	/** How often each thing was asked for. */
	readonly counts: Partial<Record<Effect['do'], number>> = {};

	/** Since when the list was asked for. */
	readonly lists: number[] = [];

	/** Ids of the additions that it was asked for, too. */
	readonly named: string[][] = [];

	/** What others do just before the nth step of that kind, from 1. */
	meanwhile: Partial<Record<Effect['do'], Record<number, () => void>>> = {};

	get entries(): readonly Entry[] {
		return this.world.table;
	}

	set entries(table: readonly Entry[]) {
		this.world = { ...this.world, table };
	}

	/** A row of another run, asked for so many minutes ago. */
	other(ref: string, minutes: number, more: Partial<Entry> = {}): Entry {
		const askedAt = NOW - minutes * MINUTE;
		return this.add({ ...claimed(ref, more), askedAt, heldUntil: askedAt + HOLD, ...more });
	}

	add(row: NewEntry): Entry {
		const { world, rows } = small.allotIds(this.world, [row], this);
		this.world = small.commit(world, rows);
		return rows[0];
	}

	change({ id }: Pick<Entry, 'id'>, change: Partial<Entry>): void {
		this.write({ do: 'update', ids: [id], change: change as EntryChange });
	}

	/** What the ledger says of the names by now: outcome, addition, whose claim. */
	told = () =>
		this.entries.map(({ ref, n, outcome, additionId, claim }) =>
			[ref, n, outcome, additionId, ownerOf(claim)].filter(Boolean).join(' '),
		);

	run<Result>(protocol: Protocol<Result>): Result {
		for (let step = protocol.next(); ; ) {
			if (step.done) return step.value;
			let answer: unknown;
			try {
				answer = this.carryOut(step.value);
			} catch (error) {
				step = protocol.throw(error);
				continue;
			}
			step = protocol.next(answer);
		}
	}

	private carryOut(effect: Effect): unknown {
		const count = (this.counts[effect.do] ?? 0) + 1;
		this.counts[effect.do] = count;
		this.meanwhile[effect.do]?.[count]?.();
		switch (effect.do) {
			case 'insert':
				return void effect.entries.forEach((row) => this.add(row));
			case 'update':
				this.write({ do: 'withdraw', claims: effect.withdraw ?? [] });
				return this.write(effect);
			case 'list':
				this.lists.push(effect.since);
				this.named.push(effect.additionIds);
				return this.listed;
			case 'now':
				return NOW;
			case 'delete':
			case 'withdraw':
			case 'giveBack':
				return this.write(effect);
			default:
				return small.ask(this.world, effect);
		}
	}

	private write(effect: Effect): void {
		this.world = small.write(this.world, effect, this.names);
	}
}

/** What n8n does where the table is locked. */
export const fail = () => {
	throw new Error('locked');
};

/** Verdicts in short: what is said of each name, and which additions may be meant. */
export const said = (verdicts: Verdicts) =>
	Object.fromEntries(
		[...verdicts].map(([name, verdict]) => {
			if (verdict.is === 'paid') return [name, `paid ${verdict.additionId}`];
			const candidates = verdict.is === 'open' ? (verdict.candidates ?? []) : [];
			return [name, [verdict.is, ...candidates].join(' ')];
		}),
	);
