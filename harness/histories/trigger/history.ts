import type { GmcEvent } from '../../../nodes/Gmc/core/polling/event';
import type { Currency } from '../../../sandbox/model';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import type { Naming } from './customers';

/** Additions of one moment. */
export interface Issue {
	count: number;
	customer: number;
	naming: Naming;
	amount: number;
	currency: Currency;
	status: string;
}

/** What makes a poll fail. */
export const FAULTS = ['status 500', 'reset', 'malformed JSON', 'unreadable list'] as const;
export type Fault = (typeof FAULTS)[number];

/** What a poll gets over: a request that is made up for, or lookups that wait for another poll. */
export const STUMBLES = ['401 once', 'reset once', 'lookups fail', 'lookups find nothing'] as const;
export type Stumble = (typeof STUMBLES)[number];

/**
 * What an activation starts with: n8n saves the static data at an activation and with every emission; what
 * other polls have learned may be lost.
 */
export const KEPT = ['everything', 'what was saved'] as const;
export type Kept = (typeof KEPT)[number];

/** One thing that happens. `picks` choose among what is there then, by index modulo their number. */
export type Step =
	| { do: 'wait'; minutes: number }
	/** Only the clock of n8n: ahead, or back below zero. */
	| { do: 'clock jump'; byMinutes: number }
	| { do: 'issue'; issue: Issue }
	| { do: 'move'; picks: number[]; to: 'MINTING' | 'COMPLETED' | 'FAILED' }
	| { do: 'poll'; stumble?: Stumble; hidden: number[] }
	| { do: 'failing poll'; fault: Fault; fromRequest: number }
	| { do: 'two polls' }
	| { do: 'manual test' }
	| { do: 'restart'; with: Kept }
	| { do: 'reactivate'; with: Kept; minutes: number; lookBackDays?: number }
	| { do: 'wipe' };

/** A service, a trigger, and what happens to both. */
export interface History {
	settings: SandboxSettingsInput;
	/** Whether the list is cut just above what it has on its fullest day. */
	isCut: boolean;
	/** Whether n8n's durable scheduler polls. */
	isDurable: boolean;
	/** How long the service hides a new addition. */
	visibleAfterMinutes: number;
	/** How far the service's clock is ahead of n8n's, until that jumps. */
	skewMinutes: number;
	event: GmcEvent;
	lookBackDays: number;
	emitExisting: boolean;
	customer?: { index: number; naming: Naming };
	minimumAmount?: number;
	/** By n8n's clock, ISO 8601. */
	start: string;
	/** There before the first poll; how old, as a part of the look-back. Above 1: days beyond it, settled. */
	existing: Array<{ age: number; issue: Issue }>;
	/** A first poll that fails, before the one that goes well. */
	firstFault?: Fault;
	/** What is made between both. */
	missed: Issue[];
	steps: Step[];
}
