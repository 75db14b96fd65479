import type { FaultInput } from '../../../sandbox/state/faults';
import { LIST_ADDITIONS, LOOK_UP_ADDITION } from '../../sandbox/routes';
import type { Fault, Stumble } from './history';

type Action = FaultInput['action'];

const FAULT_ACTIONS: Record<Fault, Action> = {
	'status 500': { type: 'status', status: 500 },
	reset: { type: 'resetBefore' },
	'malformed JSON': { type: 'json', status: 200, body: '{"balanceTransaction": [' },
	'unreadable list': { type: 'json', status: 200, body: { balanceTransaction: 7 } },
};

const STUMBLE_FAULTS: Record<Stumble, FaultInput> = {
	'401 once': { route: LIST_ADDITIONS, times: 1, action: { type: 'status', status: 401 } },
	'reset once': { route: LIST_ADDITIONS, times: 1, action: { type: 'resetBefore' } },
	'lookups fail': { route: LOOK_UP_ADDITION, action: { type: 'status', status: 500 } },
	'lookups find nothing': { route: LOOK_UP_ADDITION, action: { type: 'status', status: 417 } },
};

/** Whether it passes by itself, so that a first poll keeps it to itself. */
export const isTransient = (fault: Fault) => fault === 'status 500' || fault === 'reset';

/** @param fromRequest number of the first request of the list that it meets, from 1; all later ones, too */
export function permanentFault(fault: Fault, fromRequest: number): FaultInput {
	const nth = Array.from({ length: 100 }, (_, i) => fromRequest + i);
	return { route: LIST_ADDITIONS, nth, action: FAULT_ACTIONS[fault] };
}

/** What a poll gets over. */
export const transientFault = (stumble: Stumble): FaultInput => STUMBLE_FAULTS[stumble];
