import { emittedOnceTests } from './cases/emitted-once';

jest.setTimeout(180_000);

describe("in n8n's default mode", () => emittedOnceTests({}));
