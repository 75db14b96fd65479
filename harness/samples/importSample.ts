import type { Guest } from '../n8n/test-bed';
import type { SavedWorkflow, WorkflowJson } from '../n8n/types';
import { withOwnLedger } from './choices';
import type { SampleName } from './samples';
import { TOP_UP_TRIGGER, loadSample, provideSpreadsheet, withSpreadsheet } from './samples';

export interface SampleSetup {
	/** The file that it reads, line by line; left out: the sample spreadsheet. */
	lines?: string[];
	/** Left out: one of its own. */
	ledger?: string;
	change?: (sample: WorkflowJson) => WorkflowJson;
}

/** Imports a sample of `workflows/`, ready to run on a file. */
export async function importSample(
	{ client, credentialId, filesFolder }: Guest,
	name: SampleName,
	{ lines, ledger, change = (sample) => sample }: SampleSetup = {},
): Promise<SavedWorkflow> {
	const file = await provideSpreadsheet(filesFolder, lines);
	const workflow = withOwnLedger(change(withSpreadsheet(await loadSample(name), file)), ledger);
	return await client.importWorkflow(workflow, { credentialId });
}

export async function runSample(e2e: Guest, name: SampleName, setup: SampleSetup = {}) {
	const { id } = await importSample(e2e, name, setup);
	return await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}
