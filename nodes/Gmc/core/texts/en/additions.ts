import type { Moment } from '../words/wordsIn';
import { tally } from '../words/wordsIn';
import { count, list, money, number, time } from './words';

/** What has become of the rows of a run. */
export interface Summary {
	/** `paid` in a dry run: would be; `pending`: of these, what GMC has not completed. */
	counts: Record<'paid' | 'pending' | 'paidBefore' | 'same' | 'unknown' | 'withProblem', number>;
	/** What was paid in all, by currency. */
	sums: Array<{ amount: number; currency: string }>;
	isDryRun: boolean;
}

/** Balance: Add. What is said of duplicates and of keys has files of its own. */
export const additions = {
	correctOptions: 'Correct it under Options.',
	runOption: ({ label, first, here }: { label: string; first: string; here: string }) =>
		`${label} counts for the whole run and is ${first} in the first row, but ${here} here`,
	sameInEveryRow: ({ label }: { label: string }) =>
		`Give ${label} the same value in every row, or split the rows among runs.`,
	agentUnlimited: 'An AI agent may not add balance without an upper limit',
	setMaxAmount: 'Set Options → Maximum Amount in the GMC tool. Nothing else helps.',
	agentChooses: ({ labels }: { labels: string[] }) =>
		`In a tool for an AI agent, ${labels.join(', ')} may not come from the model`,
	chooseYourself:
		'Take $fromAI out of it in the GMC tool, and write the value in yourself. Customer, amount and currency may come from the model.',
	lostMemory:
		'This execution was cut off, and n8n does not know any more what it had sent. Nothing was sent now',
	startAnew:
		'Wait until Hold is over, run the sheet through Balance → Reconcile, with Since before the first try, and add in a batch what is notListed, so that this does not happen again.',
	otherNames:
		'An earlier try of this execution has sent rows under another Duplicate Protection or Batch Name, and under this one they would be paid again',
	namesAsBefore:
		'Set it back to what it was, and Executions → Retry sends the rest. For another protection start a new execution, with those rows only that are not paid yet.',
	lostBefore:
		'not attempted, because an answer was lost earlier in this execution, and whether that row was paid is not known',
	startWithNew: 'Executions → Retry clears up the lost one and sends the rest.',
	correctCustomer:
		'Correct the customer or create it first. To send without this check, switch off Options → Validate First.',
	/** What GMC answered with instead of the addition that was asked for. */
	mismatchedAnswer: {
		notAskedFor: ({ id }: { id: string }) =>
			`GMC answered with an addition that was not asked for (${id})`,
		madeBefore: ({ id }: { id: string }) =>
			`GMC answered with an addition that it had made before (${id})`,
		ofAnotherKey: ({ id }: { id: string }) =>
			`GMC answered with an addition that another row of the ledger has (${id})`,
	},
	lostAnswer:
		'an earlier try sent this row and lost the answer; whether the addition was issued is not known',
	/** @param row the one that has kept it back; none where the run was cancelled, or gave up */
	notAttempted: ({ row }: { row?: number }) =>
		row === undefined
			? 'not attempted, because the run ended before'
			: `not attempted, because of row ${number(row)}`,
	failed: ({ id, reason }: { id: string; reason?: string }) =>
		`GMC took the addition ${id}, but it failed${reason ? `: ${reason}` : ''}`,
	findOutWhy: ({ status }: { status: string }) =>
		`The addition has the status ${status}, so nothing was added. Find out why at GMC, then send the row again: its name is free.`,
	/** What is known of a row whose fate is not. @param candidates undefined when the list was never seen whole */
	whatIsKnown: ({ askedAt, candidates }: { askedAt: Moment; candidates?: string[] }) => {
		const asked = `GMC was asked at ${time(askedAt)}.`;
		if (candidates === undefined)
			return `${asked} GMC's list was not seen whole, so it proves nothing.`;
		if (candidates.length === 0) return `${asked} GMC's list does not show it so far.`;
		return `${asked} These additions may be it: ${candidates.join(', ')}.`;
	},
	ofRows: ({ all, outcomes }: { all: number; outcomes: string }) =>
		`Of ${count(all, 'row', 'rows')}: ${outcomes}.`,
	/** The last line of a run. */
	summary: ({ counts, sums, isDryRun }: Summary) => {
		const paid = list(sums.map(({ amount, currency }) => money(amount, currency)));
		const told = tally(counts, {
			paid: (n) => `${number(n)} ${isDryRun ? 'would be paid' : 'paid'} (${paid})`,
			pending: (n) => `${number(n)} of them not completed at GMC yet`,
			paidBefore: (n) => `${number(n)} paid before`,
			same: (n) => `${number(n)} the same as another row`,
			unknown: (n) => `${number(n)} may have been paid`,
			withProblem: (n) => `${number(n)} with a problem`,
		});
		const isWhy = counts.unknown + counts.withProblem > 0;
		return [
			isDryRun ? `Dry run: ${told}. Nothing was sent` : told,
			...(isWhy ? ['"error" and "details" of their items say why'] : []),
		].join('. ');
	},
	/** What to do about a row of an execution whose fate is open. @param after until when it is held */
	retryAfter: ({ after }: { after: Moment }) =>
		`Executions → Retry after ${time(after)}: what GMC lists by then is shown, and what it does not list is sent. Before you send the row in any other way, look for it with Balance → Get Many.`,
	/** The same where there is no such button. */
	lookAfter: ({ after }: { after: Moment }) =>
		`Look for it with Balance → Get Many after ${time(after)}, before you send this row again.`,
	replayed: ({ replayed, all }: { replayed: number; all: number }) =>
		`${number(replayed)} of ${count(all, 'row', 'rows')} were issued by an earlier try of this execution, not again`,
	/** When Wait for Completion has given up. */
	stillPending: ({ pending, all }: { pending: number; all: number }) =>
		`${number(pending)} of ${count(all, 'row', 'rows')} issued, but not completed when Wait Timeout was over. Nothing has to be sent again: Balance → Get shows the status later.`,
	notAllSteps: ({ why }: { why: string }) => `Not all steps were done: ${why}`,
	/** After a run that was stopped: what each button of n8n does with these rows. */
	again: {
		retry: 'Executions → Retry of this execution is safe: what was issued is not issued again.',
		anew: {
			recent: ({ minutes }: { minutes: number }) =>
				`Execute step and new executions do not know of it: they refuse what was just sent, for ${minutes} minutes, and pay it again after that. To send only the rest, take out of the sheet what Balance → Get Many shows. An Idempotency Key or a Batch Name that is given only now does not know what was sent without it.`,
			off: 'Execute step and new executions do not know of it and would issue it again, also under an Idempotency Key or a Batch Name that is given only now. Take out of the sheet what Balance → Get Many shows.',
		},
		withNames:
			'Running these rows again is safe, with Executions → Retry as with Execute step: what was paid is not paid again.',
		subWorkflow:
			'This runs as a sub-workflow: Executions → Retry of the workflow that called it starts it anew, without knowing what was issued. Take out of the sheet first what Balance → Get Many shows. An Idempotency Key or a Batch Name that is given only now does not know what was sent without it.',
	},
};
