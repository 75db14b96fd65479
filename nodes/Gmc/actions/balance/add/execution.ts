import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import type { Entry } from '../../../core/ledger/entry';
import { executionSets, isUsersName } from '../../../core/ledger/key';
import { InputError } from '../../../core/util/inputError';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';
import { wasCutOff } from '../../../shared/context';
import { runIndexOf } from '../../../shared/parameters';

/** One run of a node: a pass of a loop, or a call of a tool, whatever tries there are of it. */
interface Pass {
	/** How its rows are named: see `namingOf`. */
	naming: string;
	/** Whether a row of it may be open. */
	isOpen: boolean;
}

interface KnownNode {
	/** By the index of the run. One is there once it has claimed a row. */
	passes: Record<string, Pass>;
	/** Set once n8n was seen to retry the node without this memory; it counts for every further retry. */
	isLost?: true;
}

/** What n8n keeps of an execution for all its GMC nodes, in the context of the execution. */
interface Memory {
	/** Names the execution for good. */
	token: string;
	/** Epoch milliseconds. */
	madeAt: number;
	/** By their ids. */
	nodes: Record<string, KnownNode>;
}

const NAME = 'gmcTopUps';
const KEPT_MS = KEPT_DAYS_OF_EXECUTIONS * 86_400_000;

/**
 * What an execution has for a name. It survives Retry On Fail, "Retry" of the execution and queue mode, not a crash and
 * not a new execution (n8n.md E3, E4 and E6).
 */
export class Execution {
	/** Whether an earlier try of this pass has claimed rows. */
	readonly hasBegun: boolean;

	private constructor(
		private readonly memory: Memory,
		private readonly nodeId: string,
		private readonly pass: number,
	) {
		this.hasBegun = this.node.passes[pass] !== undefined;
	}

	/** @param isDryRun whether what becomes of it is forgotten */
	static of(context: IExecuteFunctions, isDryRun: boolean): Execution {
		const { id } = context.getNode();
		const flow = context.getContext('flow');
		const memory = (flow[NAME] ??= newMemory()) as Memory;
		// Only while the node is not known: from now on it is.
		if (memory.nodes[id] === undefined) {
			memory.nodes[id] = { passes: {}, ...(wasCutOff(context) && { isLost: true }) };
		}
		return new Execution(isDryRun ? deepCopy(memory) : memory, id, runIndexOf(context));
	}

	/** Names the execution, also when it is retried. */
	get run(): string {
		return this.memory.token;
	}

	private get sets() {
		return executionSets(this.memory.token, this.nodeId);
	}

	/** Names the rows of this pass. */
	get set(): string {
		return this.sets.of(this.pass);
	}

	/** Whether a set is of this node, in whichever pass. */
	isOfNode(set: string): boolean {
		return set.startsWith(this.sets.node);
	}

	/** Whether an earlier try of this pass has written an entry. */
	hasWritten({ run, set }: Pick<Entry, 'run' | 'set'>): boolean {
		return this.hasBegun && run === this.run && (isUsersName(set) || set === this.set);
	}

	private get node(): KnownNode {
		return this.memory.nodes[this.nodeId];
	}

	/** Whether what an earlier try has sent is no longer known. */
	get isLost(): boolean {
		return this.node.isLost === true;
	}

	/** Whether a row of this execution may be open, of whatever node. */
	get mayHaveOpen(): boolean {
		const nodes = Object.values(this.memory.nodes);
		return nodes.some(({ passes }) => Object.values(passes).some(({ isOpen }) => isOpen));
	}

	/**
	 * Refuses what would be paid again: rows that an earlier try has sent under other names, and rows that only the
	 * execution names, where it has lost its memory or is so old that its entries are gone.
	 *
	 * @param isNamedByUser whether the names outlive the execution
	 * @throws InputError
	 */
	check(naming: string, isNamedByUser: boolean): void {
		const passes = Object.values(this.node.passes);
		if (passes.some((pass) => pass.naming !== naming)) throw protectionChanged();
		if (isNamedByUser) return;
		if (this.isLost) throw cutOff();
		if (Date.now() - this.memory.madeAt > KEPT_MS) throw tooOld();
	}

	/** From now on there may be rows of this pass. */
	begin(naming: string): void {
		this.node.passes[this.pass] = { naming, isOpen: true };
	}

	/** The run is over. @param left what its rows have come to: something that stands, and something open */
	end({ isDone, isOpen }: { isDone: boolean; isOpen: boolean }): void {
		const pass = this.node.passes[this.pass];
		if (pass === undefined) return;
		if (isDone || isOpen) pass.isOpen = isOpen;
		else delete this.node.passes[this.pass];
	}
}

const newMemory = (): Memory => ({ token: randomUUID(), madeAt: Date.now(), nodes: {} });

const protectionChanged = () =>
	new InputError({
		message:
			'An earlier try of this execution has sent rows under another Duplicate Protection, Batch Name or Ledger Table, and under this one they would be paid again',
		advice:
			'Set it back to what it was, and Executions → Retry sends the rest. For another protection start a new execution, with those rows only that are not paid yet.',
		code: 'PROTECTION_CHANGED',
	});

const cutOff = () =>
	new InputError({
		message:
			'This execution was cut off, and n8n does not know any more what it had sent. Nothing was sent now',
		advice:
			'Wait until Hold is over, run the sheet through Balance → Reconcile, with Since before the first try, and add in a batch what is notListed, so that this does not happen again.',
		code: 'EXECUTION_CUT_OFF',
	});

const tooOld = () =>
	new InputError({
		message: `This execution is more than ${KEPT_DAYS_OF_EXECUTIONS} days old, and the ledger does not know any more what it had sent. Nothing was sent now`,
		advice:
			'Run the sheet through Balance → Reconcile, with Since before the first try, and start a new execution with what is notListed.',
		code: 'EXECUTION_CUT_OFF',
	});
