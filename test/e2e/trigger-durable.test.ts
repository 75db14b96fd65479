import { DURABLE_CURSORS } from '../../harness/workflows/trigger';
import { emittedOnceTests } from './cases/emitted-once';

jest.setTimeout(180_000);

describe('with durable cursors', () => emittedOnceTests(DURABLE_CURSORS));
