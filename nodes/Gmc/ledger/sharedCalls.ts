import { keptInProcess } from '../core/util/processMemory';
import { cancellableSleep } from '../shared/eventLoop';

// Calls of the table that several runs make at the same time go out as one, as databases commit in groups: what comes while
// a call is under way goes out with the next one. A lonely run never waits. Each run keeps its own answer and its own error:
// where a shared call fails, each repeats its part alone.

/** Bounds of sharing. Tests may change them. */
export const SHARED = {
	/** Conditions and rows of a part. A larger one goes alone, at once. */
	partSize: 40,
	/** Those of all parts of a call together. */
	callSize: 300,
	/** How long a part waits for the calls before it, in milliseconds. After that it goes alone. */
	waitMs: 10_000,
};

/** What one run wants of a call. */
export interface Part<Answer> {
	/** Its conditions and rows. */
	size: number;
	/** When its run began. The execution of a later one times out later. */
	since: number;
	/** Whether its run was cancelled, so that it is not to make the call for others. */
	isOver: () => boolean;
	/** Does this in a call of its own. @param isRepeat whether a shared call has failed, which may have done it */
	alone: (isRepeat: boolean) => Promise<Answer>;
	/** Does all of these parts in one call of this run. @returns an answer for each */
	together: (parts: Array<Part<Answer>>) => Promise<Answer[]>;
}

interface Waiting {
	part: Part<unknown>;
	/** Called once it no longer waits. */
	go: (answer: Promise<unknown>) => void;
}

/** What waits behind the call that is under way, by what can be shared. */
const lines = keptInProcess(new Map<string, Waiting[]>());

/**
 * Does a part, if possible in one call with parts of other runs.
 *
 * @param line names what can go into one call: parts of one table, and of one kind
 * @throws what the part's own call throws
 */
export async function share<Answer>(line: string, part: Part<Answer>): Promise<Answer> {
	if (part.size > SHARED.partSize) return await part.alone(false);
	const before = lines.get(line);
	if (before !== undefined) return await waitBehind(before, part);
	const waiting: Waiting[] = [];
	lines.set(line, waiting);
	try {
		return await part.alone(false);
	} finally {
		void sendNext(line, waiting);
	}
}

async function waitBehind<Answer>(line: Waiting[], part: Part<Answer>): Promise<Answer> {
	let isWaiting = true;
	const answer = new Promise<unknown>((resolve) => {
		const go: Waiting['go'] = (one) => {
			isWaiting = false;
			resolve(one);
		};
		const own = { part: part as Part<unknown>, go };
		line.push(own);
		void cancellableSleep(SHARED.waitMs, () => !isWaiting).then(() => {
			if (!isWaiting) return;
			line.splice(line.indexOf(own), 1);
			go(part.alone(false));
		});
	});
	return (await answer) as Answer;
}

/** A call has ended. What waits behind it goes out, until nothing does. It never fails. */
async function sendNext(line: string, waiting: Waiting[]): Promise<void> {
	while (waiting.length > 0) await send(waiting.splice(0, fitting(waiting)));
	if (lines.get(line) === waiting) lines.delete(line);
}

/** How many parts fit into one call, at least one. */
function fitting(waiting: Waiting[]): number {
	let size = 0;
	const first = waiting.findIndex(({ part }) => (size += part.size) > SHARED.callSize);
	return first === -1 ? waiting.length : Math.max(1, first);
}

/** Settles each of the group. */
async function send(group: Waiting[]): Promise<void> {
	const parts = group.map(({ part }) => part);
	const call = parts.length === 1 ? undefined : makerOf(parts).together(parts);
	const ended = group.map(async ({ part, go }, at) => {
		const own = call?.then(
			(answers) => answers[at],
			async () => await part.alone(true),
		);
		const answer = own ?? part.alone(false);
		go(answer);
		await answer.catch(() => {});
	});
	await Promise.all(ended);
}

/** The run that makes the call for all: an inline workflow ends with the time of the execution that runs it. */
function makerOf(parts: Array<Part<unknown>>): Part<unknown> {
	const going = parts.filter(({ isOver }) => !isOver());
	const able = going.length > 0 ? going : parts;
	return able.reduce((latest, part) => (part.since >= latest.since ? part : latest));
}
