import type { GmcEvent } from '../../../nodes/Gmc/core/polling/event';
import type { Currency } from '../../../sandbox/model';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import type { FaultInput } from '../../../sandbox/state/faults';

/** A CPF with a leading zero, one that is stored with punctuation, a CNPJ, an alphanumeric CNPJ. */
export const CUSTOMERS = [0, 4, 8, 11].map((index) => DEMO_CUSTOMERS[index]);

/** How a customer is written: of `CUSTOMERS`, by which field. */
export interface Reference {
	index: number;
	by: '_id' | 'taxId';
}

export const identifierOf = ({ index, by }: Reference): string => CUSTOMERS[index][by];

/** Additions that are made at the same time. */
export interface Issue {
	count: number;
	customer: Reference;
	amount: number;
	currency: Currency;
	status: string;
}

/** `picks` choose among the additions that are there, by index modulo their number. */
export type Step =
	| { do: 'wait'; minutes: number }
	| { do: 'issue'; issue: Issue }
	| { do: 'move'; picks: number[]; to: 'MINTING' | 'COMPLETED' | 'FAILED' }
	/** A stumble does not make the poll fail. Of two polls at the same time, one emits. */
	| { do: 'poll'; stumble?: FaultInput; atOnce: number }
	| { do: 'failing poll'; fault: FaultInput['action']; fromRequest: number }
	/**
	 * The workflow is activated again, in this process or in a new one. n8n saves the static data at an activation and
	 * with every emission; without a save, what later polls have learned is lost.
	 */
	| { do: 'restart'; isNewProcess: boolean; isSavedOnly: boolean };

/** A service, a trigger, and what happens to both. */
export interface History {
	settings: SandboxSettingsInput;
	/** The list is cut just above the number of additions of its fullest day. */
	isCut: boolean;
	/** n8n's durable scheduler polls. */
	isDurable: boolean;
	/** How long the service hides a new addition. */
	visibleAfterMinutes: number;
	/** How far the clock of the service is ahead of n8n's. */
	skewMinutes: number;
	event: GmcEvent;
	lookBackDays: number;
	emitExisting: boolean;
	customer?: Reference;
	minimumAmount?: number;
	/** By n8n's clock, ISO 8601. */
	start: string;
	/** Before the first poll. The age is a part of the look-back. */
	existing: Array<{ age: number; issue: Issue }>;
	steps: Step[];
}
