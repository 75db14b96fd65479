import { type AdminAddition, viewAddition } from '../http/views';
import type { Service } from '../service';
import { changedSettings } from '../settings';
import type { ClockView } from '../state/clock';
import type { Fault } from '../state/faults';
import type { JournalEntry } from '../state/journal';

/** Requests and additions that the page shows. */
const SHOWN = 50;

/** What the page shows, asked for every second: the newest first. */
export interface Overview {
	clock: ClockView;
	/** Requests so far. */
	requestCount: number;
	requests: JournalEntry[];
	additionCount: number;
	additions: Array<AdminAddition & { customerName: string; taxId: string }>;
	faults: Fault[];
	/** Settings that are not at their default, as `path = value`. */
	changedSettings: string[];
}

/** The sandbox as it is now. */
export function overviewOf(service: Service): Overview {
	const { clock, journal, books, faults } = service;
	const requests = journal.entries();
	return {
		clock: clock.view(),
		requestCount: requests.length,
		requests: requests.slice(-SHOWN).reverse(),
		additionCount: books.additions.size,
		additions: newestAdditions(service),
		faults: faults.list(),
		changedSettings: changedSettings(service.settings),
	};
}

function newestAdditions(service: Service): Overview['additions'] {
	const { books, directory } = service;
	const newest = [...books.additions.values()].slice(-SHOWN).reverse();
	return newest.map((addition) => {
		const { name = '', taxId = '' } = directory.customers.get(addition.customerId) ?? {};
		return { ...viewAddition(service, addition), customerName: name, taxId };
	});
}
