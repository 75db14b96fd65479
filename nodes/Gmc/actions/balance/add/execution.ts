import { randomUUID } from 'crypto';
import { deepCopy, type IExecuteFunctions } from 'n8n-workflow';
import { type Entry, nameOf, type RowName } from '../../../core/ledger/entry';
import { executionSet, isUsersName } from '../../../core/ledger/refs';
import { DAY_MS } from '../../../core/time/time';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';
import { hasRun, isTool } from '../../../shared/context';
import { runIndexOf } from '../../../shared/parameters';
import { cutOff, protectionChanged } from './ownProblems';
import { isIn, type Row } from './row';
import { resultOf } from './rowState';
import { ledgerIn } from './settings';

/** One run of a node: a pass of a loop, or a call of a tool, with all its tries. */
interface Pass {
	/** See `namingOf`. */
	naming: string;
	/** Id of the n8n execution that may have left a row open: the first one, or a retry. */
	openIn?: string;
	/** Names that it has left open. An open row belongs to the execution: an equal row of any of its nodes takes it over. */
	leftOpen?: RowName[];
	/** Names that its rows took over from other passes, which had left them open. */
	taken?: RowName[];
}

interface KnownNode {
	/** By run index. A pass is added once it takes over a name, or is about to claim one. */
	passes: Record<string, Pass>;
	/**
	 * n8n has retried the node without this memory. `maybe`: n8n has no record of whether the node had run, so it may have lost
	 * that, too. It holds for every further retry.
	 */
	memoryLost?: 'maybe' | 'surely';
}

/** What n8n keeps for all GMC nodes of an execution, in its context. */
interface Memory {
	/** Names the execution, also when it is retried. */
	token: string;
	/** Its number in n8n's list. A retry has another one. */
	executionId: string;
	/** Epoch milliseconds. */
	madeAt: number;
	nodes: Record<string, KnownNode>;
}

/** Where a node runs. */
const placeOf = (context: IExecuteFunctions) => ({
	nodeId: context.getNode().id,
	workflowId: context.getWorkflow().id ?? '',
	executionId: context.getExecutionId(),
	isRetry: context.getMode() === 'retry',
	isTool: isTool(context),
});

const includes = (names: RowName[] | undefined, name: RowName): boolean =>
	!!names?.some((one) => nameOf(one) === nameOf(name));

/** How long an execution may be retried. */
export const KEPT_MS = KEPT_DAYS_OF_EXECUTIONS * DAY_MS;

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

	private naming = '';

	private constructor(
		readonly memory: Readonly<Memory>,
		/** The pass's key in `KnownNode.passes`. */
		private readonly pass: string,
		readonly at: ReturnType<typeof placeOf>,
	) {
		this.hasBegun = this.current !== undefined;
		this.mayHaveBegun = this.hasBegun || at.isRetry;
	}

	/** Call it first: once the node is known, a lost memory can no longer be noticed. */
	static of(context: IExecuteFunctions): Execution {
		const at = placeOf(context);
		const flow = context.getContext('flow');
		const { executionId } = at;
		flow.gmcTopUps ??= { token: randomUUID(), executionId, madeAt: Date.now(), nodes: {} };
		const memory = flow.gmcTopUps as Memory;
		const { nodes } = memory;
		if (nodes[at.nodeId] === undefined) {
			nodes[at.nodeId] = { passes: {} };
			if (at.isRetry) nodes[at.nodeId].memoryLost = hasRun(context) ? 'surely' : 'maybe';
		}
		const index = String(runIndexOf(context));
		// Run indexes do not tell calls of a tool apart (n8n.md T4), so each call is a pass of its own.
		const pass = at.isTool ? `${index}.${randomUUID()}` : index;
		return new Execution(memory, pass, at);
	}

	/** A copy for a dry run, whose changes are forgotten. */
	copy(): Execution {
		return new Execution(deepCopy(this.memory), this.pass, this.at);
	}

	/** Names the rows of this pass. */
	get set(): string {
		return executionSet(this.memory.token, this.at.nodeId, this.pass);
	}

	/** How entries name a node in this execution, also when it is retried. */
	refOf(nodeId = this.at.nodeId): string {
		return `${this.at.workflowId} ${this.memory.token} ${nodeId}`;
	}

	/** The same of all its GMC nodes that are known. */
	get refs(): string[] {
		return Object.keys(this.memory.nodes).map((nodeId) => this.refOf(nodeId));
	}

	/** Whether an entry is of this workflow, in another execution. */
	isOfOther(entry: Entry): boolean {
		return entry.execution.startsWith(`${this.at.workflowId} `) && !this.isOfExecution(entry);
	}

	/** Whether an entry is of this execution, of whichever node. */
	isOfExecution({ execution }: Entry): boolean {
		return execution.startsWith(this.refOf(''));
	}

	/** Whether an entry is of this node in this execution, in whichever pass. */
	isOfNode({ execution }: Entry): boolean {
		return execution === this.refOf();
	}

	/** Whether an entry is this execution's own. In a tool only the call's are: an agent that repeats itself must not pay twice. */
	isOwn(entry: Entry): boolean {
		return this.at.isTool ? entry.set === this.set : this.isOfExecution(entry);
	}

	/** Whether an earlier try of this pass has written an entry. */
	hasWritten(entry: Entry): boolean {
		if (!this.mayHaveBegun || !this.isOfNode(entry)) return false;
		return includes(this.current?.taken, entry) || isUsersName(entry.set) || entry.set === this.set;
	}

	private get node(): KnownNode {
		return this.memory.nodes[this.at.nodeId];
	}

	/** Whether n8n has forgotten what an earlier try has sent, or may have. */
	get memoryLost(): KnownNode['memoryLost'] {
		return this.node.memoryLost;
	}

	private get current(): Pass | undefined {
		return this.node.passes[this.pass];
	}

	/**
	 * Names of other passes, of whichever node: those that rows of this pass have taken over, and those that were left open and
	 * that no row has taken over. They may be resolved by now.
	 */
	get namesOfOthers(): RowName[] {
		const left = this.otherPasses.flatMap(({ leftOpen = [] }) => leftOpen);
		return [...(this.current?.taken ?? []), ...left.filter((name) => !this.isTaken(name))];
	}

	private get otherPasses() {
		return this.passes.filter((pass) => pass !== this.current);
	}

	/** Whether a row of another pass has taken the name over, and has not left it open. Calls of a tool may run at once. */
	isTaken(name: RowName): boolean {
		return this.otherPasses.some(
			({ taken, leftOpen }) => includes(taken, name) && !includes(leftOpen, name),
		);
	}

	/** A row of this pass takes over a name that another pass has left open. */
	take(name: RowName): void {
		const { taken = [], ...current } = this.current ?? { naming: this.naming };
		if (includes(taken, name)) return;
		this.node.passes[this.pass] = { ...current, taken: [...taken, name] };
	}

	private get passes(): Pass[] {
		return Object.values(this.memory.nodes).flatMap(({ passes }) => Object.values(passes));
	}

	/** Whether a GMC node of this execution may have paid a row. To be asked once this pass has ended. */
	get mayHavePaid(): boolean {
		return this.at.isRetry || this.passes.length > 0;
	}

	/** Whether a row of this execution may be open, of whatever node. */
	get mayHaveOpen(): boolean {
		return this.passes.some(({ openIn }) => openIn !== undefined);
	}

	/** Whether a row is open in the ledger of another node. */
	get hasOpenElsewhere(): boolean {
		const isElsewhere = ({ naming }: Pass) => ledgerIn(naming) !== ledgerIn(this.naming);
		return this.passes.some((pass) => (pass.leftOpen ?? []).length > 0 && isElsewhere(pass));
	}

	/** Whether this very execution or retry may have left one open. Until that is resolved, nothing new is sent. */
	get isStopped(): boolean {
		return this.passes.some(({ openIn }) => openIn === this.at.executionId);
	}

	/**
	 * Refuses what would be paid again: rows that an earlier try has sent under other names, and rows that only the execution
	 * knows, when it has lost its memory, or is so old that its entries are gone. @throws InputError
	 */
	check(naming: string, isForGood: boolean): void {
		this.naming = naming;
		if (this.current && this.current.naming !== this.naming) throw protectionChanged();
		if (isForGood) return;
		if (this.memoryLost === 'surely') throw cutOff(false);
		if (this.mayHaveBegun && Date.now() - this.memory.madeAt > KEPT_MS) throw cutOff(true);
	}

	/** This pass is about to claim rows. */
	begin(): void {
		const openIn = this.at.executionId;
		this.node.passes[this.pass] = { ...this.current, naming: this.naming, openIn };
	}

	/** The run is over. A name that was left open stays so until one of its rows says what became of it. */
	end(rows: Row[]): void {
		if (this.current === undefined) return;
		const told = new Set(rows.map(({ ledgerName }) => ledgerName && nameOf(ledgerName)));
		const open = rows.filter(isIn('unknown', 'sending'));
		const untold = (this.current.leftOpen ?? []).filter((name) => !told.has(nameOf(name)));
		const names = open.flatMap(({ ledgerName }) => ledgerName ?? []);
		this.current.leftOpen = [...untold, ...names.map(({ ref, n, set }) => ({ ref, n, set }))];
		if (open.length + untold.length > 0) return;
		delete this.current.openIn;
		// What an earlier try has paid may not be among these rows, and what was taken over is no other row's.
		const hasPaid = rows.some(({ state }) => resultOf(state)?.additionId !== undefined);
		if (this.hasBegun || hasPaid || this.current.taken?.length) return;
		delete this.node.passes[this.pass];
	}
}
