import { iso, viewAddition } from '../http/views';
import type { Service } from '../service';
import { changedSettings } from '../settings';
import { isFinal } from '../state/books';
import type { Fault } from '../state/faults';

const SHOWN = 50;
const MINUTE_MS = 60_000;

const newest = <One>(all: One[]): One[] => all.slice(-SHOWN).reverse();

/** The words of the page's button that has added it. @param fault undefined if it was removed */
function nameOf(fault?: Fault): string {
	if (fault === undefined) return 'a fault that was removed';
	return fault.label ?? `${fault.action.type} at ${fault.route}`;
}

/** What the page at `/_sandbox` shows: what is not as it is at the beginning, the newest requests and top-ups. */
export function liveView(service: Service) {
	const { books, clock, directory, journal, settings } = service;
	const faults = service.faults.list();
	const requests = journal.entries();
	const additions = [...books.additions.values()];
	return {
		/** To the minute. */
		clock: iso(clock.now()).slice(0, 16),
		minutesAhead: Math.round((clock.now() - Date.now()) / MINUTE_MS),
		/** Those that wait for their request. */
		faults: faults.filter(({ times = Infinity, fired }) => fired < times).map(nameOf),
		settings: changedSettings(settings),
		counts: { requests: requests.length, additions: additions.length },
		requests: newest(requests).map(({ faults: fired, ...entry }) => ({
			...entry,
			faults: fired.map((id) => nameOf(faults.find((one) => one.id === id))),
		})),
		additions: newest(additions).map((addition) => {
			const { name, taxId } = directory.customers.get(addition.customerId)!;
			const isSettled = isFinal(addition.status);
			return { ...viewAddition(service, addition), customer: `${name} · ${taxId}`, isSettled };
		}),
	};
}
