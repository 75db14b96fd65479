import type { Service } from '../service';
import type { FaultAction } from '../state/faults';
import type { Payload } from './deliver';
import { jsonPayload } from './deliver';

/** A request that comes in, and the fault that answers it, if there is one. */
interface Comer {
	route: string;
	action?: FaultAction;
}

/**
 * Lets a request in, as far as the capacity goes.
 *
 * @param now milliseconds of a real clock
 * @returns how long it waits in line and is at work, in milliseconds, or the answer to one too many
 */
export function admit(service: Service, { route, action }: Comer, now: number): number | Payload {
	const { routes, line, refusals, workMs, ...bounds } = service.settings.capacity;
	if (!routes.includes(route)) return 0;
	if (refusals === 'atOnce' && action?.type === 'status') return 0;
	const turn = service.capacity.turn(now, workMs, bounds);
	if (line !== null && turn.begin > now && turn.waiting >= line) {
		return jsonPayload(503, { statusCode: 503, message: 'Too many requests at once' });
	}
	service.capacity.take(turn);
	return turn.end - now;
}
