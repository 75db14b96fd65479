/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package: it reads variables */
import { OLDEST_N8N_VERSION } from '../../harness/n8n/install';
import { type Guest, startTestBed, visitRunning } from '../../harness/n8n/test-bed';
import { mainJobs } from './main-jobs';

/** A version that is not there yet is downloaded first. */
const INSTALL_TIMEOUT_MS = 900_000;

/** Of a new n8n that runs already, such as one in a container: its address, and the folder that it may read. */
const { GMC_N8N_URL: url, GMC_N8N_FILES: files } = process.env;

const startOldest = async () => {
	const env = { N8N_DISABLE_UI: 'false' };
	return await startTestBed({ n8n: { version: OLDEST_N8N_VERSION, env } });
};

jest.setTimeout(120_000);

describe(url ?? `n8n ${OLDEST_N8N_VERSION}, the oldest that is supported`, () => {
	let e2e: Guest;

	beforeAll(async () => {
		e2e = url && files ? await visitRunning(url, files) : await startOldest();
	}, INSTALL_TIMEOUT_MS);
	beforeEach(async () => {
		await e2e.sandbox.admin.reset();
	});
	afterAll(async () => await e2e.stop());

	mainJobs(() => e2e);
});
