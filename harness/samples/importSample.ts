import type { Guest } from '../n8n/test-bed';
import type { SavedWorkflow } from '../n8n/types';
import { withOwnLedger } from './choices';
import type { SampleName } from './samples';
import { loadSample, provideSpreadsheet, withSpreadsheet } from './samples';

/**
 * Imports a sample of `workflows/`, ready to run on the sample spreadsheet.
 *
 * @param ledger left out: one of its own
 */
export async function importSample(
	{ client, credentialId, filesFolder }: Guest,
	name: SampleName,
	ledger?: string,
): Promise<SavedWorkflow> {
	const spreadsheet = await provideSpreadsheet(filesFolder);
	const workflow = withSpreadsheet(await loadSample(name), spreadsheet);
	return await client.importWorkflow(withOwnLedger(workflow, ledger), { credentialId });
}
