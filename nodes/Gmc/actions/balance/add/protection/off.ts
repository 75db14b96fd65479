import type { Protection } from '../run';
import { byExecution } from './byExecution';

/** Only a retry of the execution knows its rows. */
export const off: Protection = byExecution('pays them again');
