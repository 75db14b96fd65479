import type { SandboxAdmin } from '../../sandbox/http/admin';
import type { FaultInput } from '../../sandbox/state/faults';
import { ISSUE } from './routes';

type Action = FaultInput['action'];

/** Which calls a fault meets: by default all that move money; numbers are the nth from now on. */
export type Which = number | number[] | Partial<Omit<FaultInput, 'action'>>;

/** A lost answer: the request was carried out, or it was lost too. */
export const LOST = {
	done: { type: 'commitThenReset' },
	never: { type: 'resetBefore' },
} as const satisfies Record<string, Action>;

export abstract class Faults {
	abstract get admin(): SandboxAdmin;

	async fault(action: Action, which: Which = {}): Promise<void> {
		const calls = typeof which === 'number' || Array.isArray(which) ? { nth: which } : which;
		await this.admin.addFault({ route: ISSUE, ...calls, action });
	}

	/** Answers with an error of the service: nothing was done. */
	async refuse(which: Which = {}, status = 400): Promise<void> {
		await this.fault(
			{ type: 'status', status, body: { statusCode: status, code: 'NO', message: 'no' } },
			which,
		);
	}

	/** Loses an answer, by default that of the next call. */
	async lose(was: keyof typeof LOST, which: Which = 1): Promise<void> {
		await this.fault(LOST[was], which);
	}

	/** Answers with an error in the body of a 200, as some services do. */
	async failAs200(route: string, body: object = { statusCode: 500, message: 'no', data: null }) {
		await this.fault({ type: 'json', status: 200, body }, { route });
	}

	async slow(ms: number, which: Which = {}): Promise<void> {
		await this.fault({ type: 'latency', ms }, which);
	}
}
