import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import type { Entry, RowName } from '../../../core/ledger/entry';
import { nameOf } from '../../../core/ledger/entry';
import { executionSet, isUsersName } from '../../../core/ledger/key';
import { groupBy } from '../../../core/util/groupBy';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';
import { hasRun } from '../../../shared/context';
import { runIndexOf } from '../../../shared/parameters';
import { cutOff, protectionChanged } from './outcomes';
import type { Row } from './row';
import { isIn } from './row';
import { resultOf } from './rowState';

/** One run of a node: a pass of a loop, or a call of a tool, with all its tries. */
interface Pass {
	/** See `namingOf`. */
	naming: string;
	/** Id of the n8n execution that may have left a row open: the first one, or a retry. */
	openIn?: string;
	/** Names that it has left open. */
	leftOpen?: RowName[];
	/** Names that its rows took over from other passes, which had left them open. */
	taken?: RowName[];
}

interface KnownNode {
	/** By run index. A pass is added once it claims a row. */
	passes: Record<string, Pass>;
	/**
	 * n8n has retried the node without this memory. `maybe`: n8n has no record of whether the node had run, so it may have lost
	 * that, too. It holds for every further retry.
	 */
	memoryLost?: 'maybe' | 'surely';
}

/** What n8n keeps for all GMC nodes of an execution, in the context of the execution. */
interface Memory {
	/** Names the execution, also when it is retried. */
	token: string;
	/** Epoch milliseconds. */
	madeAt: number;
	/** By their ids. */
	nodes: Record<string, KnownNode>;
}

const NAME = 'gmcTopUps';
/** How long an execution may be retried. */
export const KEPT_MS = KEPT_DAYS_OF_EXECUTIONS * 86_400_000;

/**
 * The name of an execution, and what its GMC nodes remember. It survives Retry On Fail, "Retry" of the execution and queue
 * mode, but not a crash or a new execution (n8n.md E3, E4 and E6).
 *
 * It tells whose an entry is: of this workflow, this execution, this node (`isOf…`), or of an earlier try of this pass
 * (`hasWritten`). What is `isOwn` never counts as another's. `RunLedger.isOurs` says whether this very run has claimed it.
 */
export class Execution {
	/** Whether an earlier try of this pass has claimed rows. */
	readonly hasBegun: boolean;

	/** The same, or another retry of this execution may have, without this one knowing it. */
	readonly mayHaveBegun: boolean;

	private constructor(
		private readonly memory: Memory,
		private readonly nodeId: string,
		private readonly pass: string,
		private readonly n8n: {
			workflowId: string;
			executionId: string;
			isRetry: boolean;
			isTool: boolean;
		},
	) {
		this.hasBegun = this.current !== undefined;
		this.mayHaveBegun = this.hasBegun || n8n.isRetry;
	}

	/** Call it first: only before the node is known, a lost memory can be noticed. */
	static of(context: IExecuteFunctions, isTool: boolean): Execution {
		const { id } = context.getNode();
		const flow = context.getContext('flow');
		const memory = (flow[NAME] ??= newMemory()) as Memory;
		const isRetry = context.getMode() === 'retry';
		if (memory.nodes[id] === undefined) {
			memory.nodes[id] = { passes: {} };
			if (isRetry) memory.nodes[id].memoryLost = hasRun(context) ? 'surely' : 'maybe';
		}
		const { id: workflowId = '' } = context.getWorkflow();
		const n8n = { workflowId, executionId: context.getExecutionId(), isRetry, isTool };
		return new Execution(memory, id, passOf(context, isTool), n8n);
	}

	/** A copy for a dry run, whose changes are forgotten. */
	copy(): Execution {
		const { memory, nodeId, pass, n8n } = this;
		return new Execution(deepCopy(memory), nodeId, pass, n8n);
	}

	/** Names the rows of this pass. */
	get set(): string {
		return executionSet(this.memory.token, this.nodeId, this.pass);
	}

	/** How entries name this node in this execution, also when it is retried. */
	get ref(): string {
		return this.refOf(this.nodeId);
	}

	/** The same of all its GMC nodes that are known. */
	get refs(): string[] {
		return Object.keys(this.memory.nodes).map((nodeId) => this.refOf(nodeId));
	}

	private readonly refOf = (nodeId: string): string =>
		`${this.n8n.workflowId} ${this.memory.token} ${nodeId}`;

	/** Whether an entry is of this workflow, in whichever execution. */
	isOfWorkflow({ execution }: Entry): boolean {
		return execution.startsWith(`${this.n8n.workflowId} `);
	}

	/** Whether an entry is of this execution, of whichever node. */
	isOfExecution({ execution }: Entry): boolean {
		return execution.startsWith(this.refOf(''));
	}

	/** Whether an entry is of this node in this execution, in whichever pass. */
	isOfNode({ execution }: Entry): boolean {
		return execution === this.ref;
	}

	/** Whether an entry is this execution's own. In a tool only the call's are: an agent that repeats itself must not pay twice. */
	isOwn(entry: Entry): boolean {
		return this.n8n.isTool ? entry.set === this.set : this.isOfExecution(entry);
	}

	/** Whether an earlier try of this pass has written an entry. */
	hasWritten(entry: Entry): boolean {
		if (!this.mayHaveBegun || !this.isOfNode(entry)) return false;
		const isTaken = this.taken.some((one) => nameOf(one) === nameOf(entry));
		return isTaken || isUsersName(entry.set) || entry.set === this.set;
	}

	private get node(): KnownNode {
		return this.memory.nodes[this.nodeId];
	}

	/** Whether n8n has forgotten what an earlier try has sent, or may have. */
	get memoryLost(): KnownNode['memoryLost'] {
		return this.node.memoryLost;
	}

	private get current(): Pass | undefined {
		return this.node.passes[this.pass];
	}

	/** Names of other passes that rows of this pass have taken over. */
	get taken(): RowName[] {
		return this.current?.taken ?? [];
	}

	/** Names that other passes of this node have left open, and no row has taken over. They may be resolved by now. */
	get leftOpen(): RowName[] {
		const passes = Object.entries(this.node.passes);
		const takers = passes.flatMap(([pass, { taken = [] }]) =>
			taken.map((one) => ({ name: nameOf(one), pass })),
		);
		const takersOf = groupBy(takers, ({ name }) => name);
		const isTaken = (name: RowName, from: string) =>
			takersOf(nameOf(name)).some(({ pass }) => pass !== from);
		return passes
			.filter(([pass]) => pass !== this.pass)
			.flatMap(([pass, { leftOpen = [] }]) => leftOpen.filter((name) => !isTaken(name, pass)));
	}

	/** A row of this pass takes over a name that another pass has left open. */
	take(name: RowName, naming: string): void {
		if (this.taken.some((one) => nameOf(one) === nameOf(name))) return;
		const taken = [...this.taken, name];
		this.node.passes[this.pass] = { naming, ...this.current, taken };
	}

	private get passes(): Pass[] {
		return Object.values(this.memory.nodes).flatMap(({ passes }) => Object.values(passes));
	}

	/** Whether a GMC node of this execution may have paid a row. To be asked once this pass has ended. */
	get mayHavePaid(): boolean {
		return this.passes.length > 0;
	}

	/** Whether a row of this execution may be open, of whatever node. */
	get mayHaveOpen(): boolean {
		return this.passes.some(({ openIn }) => openIn !== undefined);
	}

	/** Whether a pass whose naming is like this has left a row open. */
	hasLeftOpen(isLike: (naming: string) => boolean): boolean {
		return this.passes.some(({ naming, leftOpen = [] }) => leftOpen.length > 0 && isLike(naming));
	}

	/** Whether this very execution or retry may have left one open. Until that is resolved, nothing new is sent. */
	get isStopped(): boolean {
		return this.passes.some(({ openIn }) => openIn === this.n8n.executionId);
	}

	/**
	 * Refuses what would be paid again: rows that an earlier try has sent under other names, and rows of Recent and Off when
	 * the execution has lost its memory, or is so old that its entries are gone.
	 *
	 * @param isNamedByUser whether rows are named by key or batch
	 * @throws InputError
	 */
	check(naming: string, isNamedByUser: boolean): void {
		if (this.current !== undefined && this.current.naming !== naming) throw protectionChanged();
		if (isNamedByUser) return;
		if (this.memoryLost === 'surely') throw cutOff(false);
		if (this.mayHaveBegun && Date.now() - this.memory.madeAt > KEPT_MS) throw cutOff(true);
	}

	/** This pass is about to claim rows. */
	begin(naming: string): void {
		this.node.passes[this.pass] = { ...this.current, naming, openIn: this.n8n.executionId };
	}

	/** The run is over. While the ledger cannot be read, unknown rows have no names, and those of the last try count. */
	end(rows: Row[]): void {
		if (this.current === undefined) return;
		const open = rows.filter(isIn('unknown', 'sending'));
		const names = open.flatMap(({ ledgerName }) => ledgerName ?? []);
		if (open.length === 0 || names.length > 0) {
			this.current.leftOpen = names.map(({ ref, n, set }) => ({ ref, n, set }));
		}
		if (open.length > 0) return;
		delete this.current.openIn;
		// Nothing was paid, or refused by GMC.
		if (!rows.some(({ state }) => resultOf(state)?.additionId !== undefined))
			delete this.node.passes[this.pass];
	}
}

/** Run indexes do not tell calls of a tool apart (n8n.md T4), so each call is a pass of its own. */
const passOf = (context: IExecuteFunctions, isTool: boolean): string =>
	isTool ? `${runIndexOf(context)}.${randomUUID()}` : String(runIndexOf(context));

const newMemory = (): Memory => ({ token: randomUUID(), madeAt: Date.now(), nodes: {} });
