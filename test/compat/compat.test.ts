import { OLDEST_N8N_VERSION } from '../../harness/n8n/install';
import { type TestBed, startTestBed } from '../../harness/n8n/test-bed';
import { mainJobs } from './main-jobs';

/** A version that is not there yet is downloaded first. */
const INSTALL_TIMEOUT_MS = 900_000;

jest.setTimeout(120_000);

describe(`n8n ${OLDEST_N8N_VERSION}, the oldest that is supported`, () => {
	let e2e: TestBed;

	beforeAll(async () => {
		const env = { N8N_DISABLE_UI: 'false' };
		e2e = await startTestBed({ n8n: { version: OLDEST_N8N_VERSION, env } });
	}, INSTALL_TIMEOUT_MS);
	beforeEach(async () => {
		await e2e.sandbox.admin.reset();
	});
	afterAll(async () => await e2e.stop());

	mainJobs(() => e2e);
});
