import type { IExecuteFunctions } from 'n8n-workflow';
import type { Message } from '../core/texts/message';
import { ranges } from '../core/util/ranges';
import type { RowProblem } from './errors';
import { toNodeError } from './errors';

/** Rows of which the reasons are quoted; the others are named. */
const MAX_QUOTED_ROWS = 10;

/** The message with the remark that nothing was sent, unless it says so itself. */
export function sayNothingSent({ message, saysNothingSent }: RowProblem): Message {
	if (saysNothingSent) return message;
	return (texts) => texts.rows.nothingSent({ message: message(texts) });
}

/**
 * Ends a run of which nothing was sent, naming all rows that keep it from starting.
 *
 * @param problems one at least, in the order of the rows
 * @param all how many rows there are
 * @param isWrite whether the run would have sent anything but questions, so that "nothing was sent" means something
 * @throws NodeOperationError
 */
export function refuseRows(
	context: IExecuteFunctions,
	problems: RowProblem[],
	{ all, isWrite }: { all: number; isWrite: boolean },
): never {
	const [problem] = problems;
	const refused = problems.length;
	const message: Message =
		refused === 1 ? problem.message : ({ rows }) => rows.refused({ refused, all });
	const description = refused === 1 ? problem.description : listed(problems);
	const whole = { ...problem, message, description, details: {}, requested: false };
	throw toNodeError(context, isWrite ? { ...whole, message: sayNothingSent(whole) } : whole);
}

/** The reasons of the first rows, the numbers of the others, and the advice where it is one for all. */
function listed(problems: RowProblem[]): Message {
	return (texts) => {
		const quoted = problems.slice(0, MAX_QUOTED_ROWS).map(({ message }) => message(texts));
		const others = problems.slice(MAX_QUOTED_ROWS).map(({ itemIndex }) => itemIndex + 1);
		const [advice, ...more] = new Set(
			problems.map(({ description }) => description?.(texts) ?? ''),
		);
		const numbers = ranges(others);
		const lines = [...quoted, numbers && texts.rows.refusedToo({ numbers })];
		const all = [...lines, more.length === 0 ? advice : ''];
		// The editor shows line breaks as blanks.
		return all.filter(Boolean).map(ended).join('\n');
	};
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
