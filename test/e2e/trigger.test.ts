import { toldOnceTests } from './cases/told-once';

jest.setTimeout(180_000);

describe("in n8n's default mode", () => toldOnceTests({}));
