import { DURABLE_CURSORS } from '../../harness/workflows/trigger';
import { toldOnceTests } from './cases/told-once';

jest.setTimeout(180_000);

describe('with durable cursors', () => toldOnceTests(DURABLE_CURSORS));
