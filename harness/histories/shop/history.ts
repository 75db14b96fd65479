import type { INode } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import type { FaultInput } from '../../../sandbox/state/faults';

/** How a workflow protects its rows. */
export const KINDS = ['key', 'recent', 'off', 'batch'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether rows have names that outlive their execution. */
export const isNamed = (kind: Kind): boolean => kind === 'key' || kind === 'batch';

/** The name of the shop's sheet. */
export const BATCH = '2026-11';

export interface Charge {
	/** Which customer of the demo. */
	customer: number;
	amount: number;
	currency: 'BRL' | 'USD';
}

/** A top-up that the shop wants once. */
export interface Order {
	kind: Kind;
	charge: Charge;
	/** What an earlier life of the shop has left of it in the ledger. */
	stale?: {
		outcome: 'sending' | 'unknown';
		minutesAgo: number;
		isDone: boolean;
		/** Whether nobody wants it any more. */
		isAbandoned: boolean;
	};
}

/** What becomes of the nth request of a run to issue. */
export interface Fate {
	nth: number;
	action: FaultInput['action'];
	/** Seconds after which a service that has lost its answer carries it out all the same. */
	doneAfter?: number;
}

/** One execution of the workflow of a kind. */
export interface Run {
	do: 'run';
	kind: Kind;
	/** Which of the kind's orders; all of them without it. */
	only?: number;
	/** As a sheet, in a loop over the error output, row by row from an agent, as a sub-workflow. */
	way: 'sheet' | 'loop' | 'agent' | 'subWorkflow';
	/** Whether the sheet names customers by their `_id`. */
	isById: boolean;
	onError: NonNullable<INode['onError']>;
	retryOnFail: boolean;
	/** "Retry" of the execution where it failed, after so many seconds each; passes of a loop are so far apart, too. */
	retries: number[];
	fates: Fate[];
	faults: FaultInput[];
	/** From which of its operations on the database of n8n fails; a crash tells nothing either. */
	table?: { failsFrom: number; isCrash: boolean };
	/** Two executions at the same moment; milliseconds that their operations on the table wait. */
	twice?: number[];
	limits: { maxTotal?: number; maxPerDay?: number };
	/** What the addition ends as, where Wait for Completion is on. */
	waitFor?: 'COMPLETED' | 'FAILED';
	/** A dry run before, which nothing but the run comes after. */
	isRehearsed: boolean;
}

export type Step =
	| Run
	| { do: 'wait'; seconds: number }
	/** The user waits until all is over, compares with GMC, and writes the truth into the ledger. */
	| { do: 'look' };

/** A shop's days with one account and one ledger. */
export interface History {
	/** Hour of the day at which it begins, in UTC. */
	hour: number;
	settings: SandboxSettingsInput;
	/** Seconds after which the list shows an addition. */
	lateSeconds: number;
	/** Seconds by which GMC's clock is ahead of n8n's. */
	skewSeconds: number;
	holdMinutes: number;
	/** Rows of a run that are claimed together. */
	partSize: number;
	/** Orders that somebody else had asked for as well, the day before. */
	strangers: number[];
	orders: Order[];
	steps: Step[];
}

export const chargeName = ({ customer, amount, currency }: Charge): string =>
	`${amount} ${currency} for ${DEMO_CUSTOMERS[customer].name.split(' ')[0]}`;

export const orderName = (index: number): string => String.fromCharCode(65 + index);

/** What a history begins with. */
export function explain(history: History): string {
	const set = { ...history, orders: undefined, steps: undefined };
	const named = history.orders.map(({ charge, ...order }, index) => {
		return `order ${orderName(index)}: ${chargeName(charge)}, ${JSON.stringify(order)}`;
	});
	return [JSON.stringify(set), ...named].join('\n');
}

/** What happens next, without what is off or empty. */
export function explainStep({ do: what, ...how }: Step): string {
	const isOff = (value: unknown) => value === false || ['[]', '{}'].includes(JSON.stringify(value));
	const told = JSON.stringify(how, (_, value: unknown) => (isOff(value) ? undefined : value));
	return `- ${what} ${told}`;
}
