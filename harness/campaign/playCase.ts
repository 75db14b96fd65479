import type { Service } from '../engine/service';
import type { Case } from './case';
import { hasKeys } from './keyedCase';
import { play } from './play';
import { playKeys } from './playKeys';
import type { CaseResult } from './result';

/** Plays a case, with keys or without. */
export async function playCase(service: Service, one: Case): Promise<CaseResult> {
	return hasKeys(one) ? await playKeys(service, one) : await play(service, one);
}
