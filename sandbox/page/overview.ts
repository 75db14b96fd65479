import { viewAddition } from '../http/views';
import type { Service } from '../service';
import { changedSettings } from '../settings';

/** Requests and additions that the page shows. */
const SHOWN = 50;

/** What the page shows, asked for every second: the sandbox as it is now, the newest first. */
export function overviewOf(service: Service) {
	const { clock, journal, books, faults, settings } = service;
	const requests = journal.entries();
	return {
		now: clock.text(),
		requestCount: requests.length,
		requests: requests.slice(-SHOWN).reverse(),
		additionCount: books.additions.size,
		additions: newestAdditions(service),
		faults: faults.list(),
		changedSettings: changedSettings(settings),
	};
}

function newestAdditions(service: Service) {
	const { books, directory } = service;
	const newest = [...books.additions.values()].slice(-SHOWN).reverse();
	return newest.map((addition) => {
		const { name = '', taxId = '' } = directory.customers.get(addition.customerId) ?? {};
		return { ...viewAddition(service, addition), customerName: name, taxId };
	});
}
