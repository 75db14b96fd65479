import { DURABLE_CURSORS } from '../../harness/workflows/trigger';
import { emittedOnceTests } from './cases/emitted-once';

jest.setTimeout(180_000);

// n8n stores the cursor of a poll behind it: one that begins before that, on a busy machine, has the one of before.
describe('with durable cursors', () => emittedOnceTests(DURABLE_CURSORS, 3));
