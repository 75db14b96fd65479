import type { Protection } from '../run';
import type { RunSettings } from '../settings';
import { batch } from './batch';
import { key } from './key';
import { off } from './off';
import { recent } from './recent';

/** The protection that the user has chosen. */
export function protectionOf({ duplicateProtection: chosen }: RunSettings): Protection {
	switch (chosen.is) {
		case 'key':
			return key;
		case 'batch':
			return batch(chosen);
		case 'recent':
			return recent;
		case 'off':
			return off;
	}
}
