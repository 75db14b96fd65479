import type { Charge } from '../additions/charge';
import type { AdditionItem } from '../additions/item';

/** When something was made by a row, if it was: from its asking to the end of its hold. Epoch milliseconds. */
export interface Span {
	from: number;
	until: number;
}

/** What was asked for under one name, and its fate is open. */
export interface AskedRow {
	name: string;
	/** The customer by every identifier that anybody knows of. */
	charge: Charge;
	/** By the service's clock, one for each time it was asked for; empty where that clock is not known. */
	spans: Span[];
	/** Whether a request may be under way still, or the list may not show yet what it has made. */
	isHeld: boolean;
	/** Whether another run is sending it right now, and will be told what it has made. */
	isSending: boolean;
	/** Whether people have said that it is done. */
	isMade?: boolean;
	/** The addition that an answer has named, where it is not known yet who else names it. */
	named?: string;
	/** Ids of additions that were there before it was asked for, as far as somebody has looked. */
	before?: ReadonlySet<string>;
	/** Whether an item for this customer is surely for the one that was meant. */
	isMeant: (identifier: string) => boolean;
}

/** An item of an addition that nobody owns. */
export interface MadeItem {
	item: AdditionItem;
	/** Epoch milliseconds by the service's clock; undefined: cannot be read. */
	madeAt?: number;
	/** Whether that time names its zone: one that does not may be hours wrong. */
	isZoned: boolean;
}

/** How well a clock is known, in milliseconds. */
export interface ClockRules {
	/** A service may tell whole seconds, and its offset is known about as well. */
	toleranceMs: number;
	/** What was made this long before a request, or after its hold, was surely not made by it. */
	doubtMs: number;
}

export const CLOCK_RULES: ClockRules = { toleranceMs: 3_000, doubtMs: 600_000 };
