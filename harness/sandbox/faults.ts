import type { SandboxClient } from '../../sandbox/client';
import type { FaultInput } from '../../sandbox/state/faults';
import { ISSUE } from './routes';

type Action = FaultInput['action'];

/** Which calls a fault is about: all that move money, or, as a number or several, the nth from now on. */
export type Which = number | number[] | Partial<Omit<FaultInput, 'action'>>;

/** What becomes of an answer: lost after the request was carried out, or with the request. */
export const LOST = {
	done: { type: 'commitThenReset' },
	never: { type: 'resetBefore' },
} as const satisfies Record<string, Action>;

/** What goes wrong at the service, in the words of a test. */
export abstract class Faults {
	abstract get admin(): SandboxClient;

	/** Whatever it is. */
	async fault(action: Action, which: Which = {}): Promise<void> {
		const calls = typeof which === 'number' || Array.isArray(which) ? { nth: which } : which;
		await this.admin.addFault({ route: ISSUE, ...calls, action });
	}

	/** Answered with an error of the service's own: nothing was done. */
	async refuse(which: Which = {}, status = 400): Promise<void> {
		await this.fault(
			{ type: 'status', status, body: { statusCode: status, code: 'NO', message: 'no' } },
			which,
		);
	}

	/** The answer is lost; of the next call, unless it is said of which. */
	async lose(was: keyof typeof LOST, which: Which = 1): Promise<void> {
		await this.fault(LOST[was], which);
	}

	/** Each answer takes so long. */
	async slow(ms: number, which: Which = {}): Promise<void> {
		await this.fault({ type: 'latency', ms }, which);
	}
}
