import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import type { Entry, RowName } from '../../../core/ledger/entry';
import { nameOf } from '../../../core/ledger/entry';
import { executionSets, isUsersName } from '../../../core/ledger/key';
import { InputError } from '../../../core/util/inputError';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';
import { wasCutOff } from '../../../shared/context';
import { runIndexOf } from '../../../shared/parameters';

/** One run of a node: a pass of a loop, or a call of a tool, whatever tries there are of it. */
interface Pass {
	/** How its rows are named: see `namingOf`. */
	naming: string;
	/** The execution of n8n that may have left a row of it open: the first one, or a retry. */
	openIn?: string;
	/** Names of other passes that its rows have taken, since what these had left open was theirs. */
	taken?: RowName[];
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

	/** The same, or another retry of this execution has, which this one does not know of. */
	readonly mayHaveBegun: boolean;

	private constructor(
		private readonly memory: Memory,
		private readonly nodeId: string,
		private readonly pass: string,
		private readonly n8n: { executionId: string; isRetry: boolean },
	) {
		this.hasBegun = this.known !== undefined;
		this.mayHaveBegun = this.hasBegun || n8n.isRetry;
	}

	/** To be asked first of all: that the memory is lost shows only until the node is known. */
	static of(context: IExecuteFunctions, isTool: boolean): Execution {
		const { id } = context.getNode();
		const flow = context.getContext('flow');
		const memory = (flow[NAME] ??= newMemory()) as Memory;
		if (memory.nodes[id] === undefined) {
			memory.nodes[id] = { passes: {}, ...(wasCutOff(context) && { isLost: true }) };
		}
		const isRetry = context.getMode() === 'retry';
		const n8n = { executionId: context.getExecutionId(), isRetry };
		return new Execution(memory, id, passOf(context, isTool), n8n);
	}

	/** The same, for a dry run: what becomes of it is forgotten. */
	copy(): Execution {
		const { memory, nodeId, pass, n8n } = this;
		return new Execution(deepCopy(memory), nodeId, pass, n8n);
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
	hasWritten(entry: Entry): boolean {
		if (!this.mayHaveBegun || entry.run !== this.run) return false;
		const isTaken = this.taken.some((one) => nameOf(one) === nameOf(entry));
		return isTaken || isUsersName(entry.set) || entry.set === this.set;
	}

	/** Whether a set is of this node, as far as that can be told: a key and a batch are no node's. */
	mayBeOfNode(set: string): boolean {
		return this.isOfNode(set) || (isUsersName(set) && this.isAlone);
	}

	/** Whether no other GMC node of this execution is known. */
	private get isAlone(): boolean {
		return Object.keys(this.memory.nodes).length === 1;
	}

	private get node(): KnownNode {
		return this.memory.nodes[this.nodeId];
	}

	/** Whether what an earlier try has sent is no longer known. */
	get isLost(): boolean {
		return this.node.isLost === true;
	}

	private get known(): Pass | undefined {
		return this.node.passes[this.pass];
	}

	/** Names of other passes that rows of this one have taken. */
	get taken(): RowName[] {
		return this.known?.taken ?? [];
	}

	/** A row of this pass takes a name that another one has left open. */
	take(name: RowName, naming: string): void {
		if (this.taken.some((one) => nameOf(one) === nameOf(name))) return;
		const taken = [...this.taken, name];
		this.node.passes[this.pass] = { naming, ...this.known, taken };
	}

	private get passes(): Pass[] {
		return Object.values(this.memory.nodes).flatMap(({ passes }) => Object.values(passes));
	}

	/** Whether a row of this execution may be open, of whatever node. */
	get mayHaveOpen(): boolean {
		return this.passes.some(({ openIn }) => openIn !== undefined);
	}

	/** The same of what n8n has executed since it was started or retried: until that is cleared up, nothing new is sent. */
	get isStopped(): boolean {
		return this.passes.some(({ openIn }) => openIn === this.n8n.executionId);
	}

	/**
	 * Refuses what would be paid again: rows that an earlier try has sent under other names, and rows that only the
	 * execution names, where it has lost its memory or is so old that its entries are gone.
	 *
	 * @param isNamedByUser whether the names outlive the execution
	 * @throws InputError
	 */
	check(naming: string, isNamedByUser: boolean): void {
		if (this.known !== undefined && this.known.naming !== naming) throw protectionChanged();
		if (isNamedByUser) return;
		if (this.isLost) throw cutOff();
		if (Date.now() - this.memory.madeAt > KEPT_MS) throw tooOld();
	}

	/** From now on there may be rows of this pass. */
	begin(naming: string): void {
		this.node.passes[this.pass] = { ...this.known, naming, openIn: this.n8n.executionId };
	}

	/** The run is over. Its rows may have come to something that stands, and to something open. */
	end({ isDone, isOpen }: { isDone: boolean; isOpen: boolean }): void {
		if (this.known === undefined) return;
		if (!isOpen) delete this.known.openIn;
		if (!isOpen && !isDone) delete this.node.passes[this.pass];
	}
}

/** n8n may number two calls of a tool alike, and numbers each try of one anew (n8n.md T4): each is a pass of its own. */
const passOf = (context: IExecuteFunctions, isTool: boolean): string =>
	isTool ? `${runIndexOf(context)}.${randomUUID()}` : String(runIndexOf(context));

const newMemory = (): Memory => ({ token: randomUUID(), madeAt: Date.now(), nodes: {} });

export const protectionChanged = () =>
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
			'Wait for Hold and five minutes more, run the sheet through Balance → Reconcile, with Since before the first try, and add in a batch what is notListed, so that this does not happen again.',
		code: 'EXECUTION_CUT_OFF',
	});

const tooOld = () =>
	new InputError({
		message: `This execution is more than ${KEPT_DAYS_OF_EXECUTIONS} days old, and the ledger does not know any more what it had sent. Nothing was sent now`,
		advice:
			'Run the sheet through Balance → Reconcile, with Since before the first try, and start a new execution with what is notListed.',
		code: 'EXECUTION_CUT_OFF',
	});
