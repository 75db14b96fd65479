import { importSample } from '../../../harness/samples/importSample';
import { isDone, readOutcomes } from '../../../harness/samples/outcome';
import {
	SAMPLE_LANGUAGES,
	SAMPLE_NAMES,
	type SampleName,
	loadSample,
	provideSpreadsheet,
	topUpTrigger,
	withSpreadsheet,
} from '../../../harness/samples/samples';
import { newLedger, withOwnLedger, withToday } from '../../../harness/samples/choices';
import { nodeOutput } from '../../../harness/n8n/executions';
import type { Guest } from '../../../harness/n8n/test-bed';
import type { WorkflowJson } from '../../../harness/n8n/types';
import { visitShared } from '../../../harness/n8n/shared';
import { ISSUE } from '../../../harness/sandbox/routes';

jest.setTimeout(90_000);

let e2e: Guest;

beforeAll(async () => {
	e2e = await visitShared();
});
afterAll(async () => await e2e?.stop());

test.each(SAMPLE_LANGUAGES)(
	'every sample (%s) can be imported without any other credential',
	async (language) => {
		const types = new Set((await e2e.client.nodeTypes()).map((type) => type.name));
		for (const name of SAMPLE_NAMES) {
			const { id } = await importSample(e2e, name, language);
			const { active, nodes } = await e2e.client.workflow(id);
			expect(active).toBe(false);
			expect(nodes.filter(({ type }) => !types.has(type))).toEqual([]);
		}
	},
);

test('does in Portuguese what it does in English', async () => {
	const ledger = newLedger();
	const runIn = async (name: SampleName, change = (sample: WorkflowJson) => sample) => {
		const { client, credentialId, filesFolder } = e2e;
		const file = await provideSpreadsheet(filesFolder, 'pt-BR');
		const sample = change(withSpreadsheet(await loadSample(name, 'pt-BR'), file));
		const { id } = await client.importWorkflow(withOwnLedger(sample, ledger), { credentialId });
		return await client.runWorkflow(id, { triggerName: topUpTrigger('pt-BR') });
	};
	await e2e.sandbox.admin.addFault({
		route: ISSUE,
		match: { amount: 250 },
		action: { type: 'status', status: 400, body: { message: 'The amount is inconsistent' } },
	});
	const topUp = await runIn('top-up-from-spreadsheet');
	expect(topUp.status).toBe('error');
	expect(nodeOutput(topUp, 'Saldo creditado')[0]).toHaveLength(19);
	expect(nodeOutput(topUp, 'Precisa de atenção')[0]).toHaveLength(1);
	const rows = readOutcomes(topUp, 'pt-BR');
	expect(rows).toHaveLength(20);
	expect(rows.filter((row) => !isDone(row)).map(({ outcome }) => outcome)).toEqual(['rejected']);
	const day = await runIn('reconcile-a-day', (sample) => withToday(sample, 'Configurações'));
	expect(day.status).toBe('success');
	expect(nodeOutput(day, 'Pago').flat()).toHaveLength(19);
	expect(nodeOutput(day, 'Não pago').flat()).toHaveLength(1);
});
