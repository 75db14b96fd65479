import { randomUUID } from 'crypto';
import type { EntryChange, NewEntry } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { ExecutionMemory } from '../../../../nodes/Gmc/core/ledger/memory';

/** A top-up of 10 BRL. */
export const charge = (customer = 'ana', amount = 10) => ({
	identifiers: [customer],
	amount,
	currency: 'BRL',
});

/** A claim as the protocol writes it. */
export const claimed = (ref: string, more: Partial<NewEntry> = {}): NewEntry => ({
	ref,
	outcome: 'sending',
	charge: charge(),
	claim: 'run',
	askedAt: 1_000,
	...more,
});

/** What a table has. */
export const stored = (id: number, ref: string, more: Partial<Entry> = {}): Entry => ({
	id,
	ref,
	outcome: 'issued',
	charge: charge(),
	claim: 'other',
	askedAt: 1_000,
	...more,
});

/** n8n's context of the node, which outlives a try as JSON. */
export class Execution {
	context: Record<string, unknown> = {};

	/** A pass of its first try. */
	memory(pass = 0, account = 'account'): ExecutionMemory {
		return new ExecutionMemory(this.context, account, pass, randomUUID);
	}

	/** The same in its next try: what it has is what n8n has written down. */
	retried(pass = 0): ExecutionMemory {
		this.context = JSON.parse(JSON.stringify(this.context));
		return this.memory(pass);
	}
}

/** Names a row, claims its name, and says what became of it. */
export function pay(
	memory: ExecutionMemory,
	{ outcome, additionId }: Pick<EntryChange, 'outcome' | 'additionId'>,
	paid = charge(),
): string {
	const ref = memory.giveName(paid).ref;
	memory.insert([claimed(ref, { charge: paid })]);
	const [{ id }] = memory.read({ do: 'read', refs: [ref] });
	memory.entries.update([{ id, outcome, additionId }]);
	return ref;
}
