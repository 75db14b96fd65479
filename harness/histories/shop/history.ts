import type { INode } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import type { FaultInput } from '../../../sandbox/state/faults';

export const KINDS = ['key', 'recent', 'off', 'batch'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether rows have names that outlive their execution. */
export const isNamed = (kind: Kind): boolean => kind === 'key' || kind === 'batch';

export const BATCH = '2026-11';

export interface Charge {
	customer: number;
	amount: number;
	currency: 'BRL' | 'USD';
}

/** A top-up that the shop wants once. */
export interface Order {
	kind: Kind;
	charge: Charge;
	/** An entry in the ledger from before the history. */
	stale?: {
		outcome: 'sending' | 'unknown';
		minutesAgo: number;
		isDone: boolean;
		/** Whether it is not wanted any more. */
		isAbandoned: boolean;
	};
}

export interface Fate {
	nth: number;
	action: FaultInput['action'];
	/** Seconds after which a lost request is still carried out. */
	doneAfter?: number;
}

export interface Run {
	do: 'run';
	kind: Kind;
	/** Which of the kind's orders; all of them without it. */
	only?: number;
	/** As a sheet, in a loop over the error output, row by row from an agent, as a sub-workflow. */
	way: 'sheet' | 'loop' | 'agent' | 'subWorkflow';
	/** Whether the sheet names customers by their `_id`. */
	isById?: boolean;
	onError: NonNullable<INode['onError']>;
	retryOnFail?: boolean;
	/** Seconds before each "Retry" of a failed execution, and between passes of a loop. */
	retries: number[];
	fates: Fate[];
	faults: FaultInput[];
	/** The database operation from which on n8n's database fails. After a crash there is no report either. */
	table?: { failsFrom: number; isCrash: boolean };
	/** Two executions at the same time: milliseconds that their table operations wait. */
	twice?: number[];
	limits: { maxTotal?: number; maxPerDay?: number };
	/** With Wait for Completion: the final status. */
	waitFor?: 'COMPLETED' | 'FAILED';
	/** Whether a dry run comes directly before. */
	isRehearsed?: boolean;
}

export type Step =
	| Run
	| { do: 'wait'; seconds: number }
	/** The user waits, compares with GMC, and corrects the ledger. */
	| { do: 'look' };

/** Days of a shop with one account and one ledger. */
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
	/** Orders that a stranger made the day before, too. */
	strangers: number[];
	orders: Order[];
	steps: Step[];
}

export const chargeName = ({ customer, amount, currency }: Charge): string =>
	`${amount} ${currency} for ${DEMO_CUSTOMERS[customer].name.split(' ')[0]}`;

export const orderName = (index: number): string => String.fromCharCode(65 + index);

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
