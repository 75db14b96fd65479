import { DateTime } from 'luxon';
import type { Clocks } from '../core/time/clocks';
import type { GmcTransport } from './transport';

/** Now, by n8n's clock, and by the service's once an answer has told it. */
export function clocksOf({ clock: { offset } }: GmcTransport): Clocks {
	const n8n = DateTime.now().toMillis();
	return offset === undefined ? { n8n } : { n8n, service: Date.now() + offset };
}
