/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repoRoot } from '../system/paths';
import type { WorkflowJson } from '../n8n/types';

const FOLDER = path.join(repoRoot, 'workflows');

/** The sample workflows, by the names of their files in `workflows/`. */
export const SAMPLE_NAMES = [
	'top-up-from-spreadsheet',
	'top-up-from-google-sheets',
	'top-up-when-an-order-is-paid',
	'top-up-100000-rows',
	'top-up-100000-rows-part',
	'reconcile-a-day',
	'daily-reconciliation-by-email',
	'sync-customers-from-crm',
	'sync-customers-from-hubspot',
	'sync-customers-from-pipedrive',
	'tell-me-when-an-addition-completes',
	'ai-agent-with-approval',
] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

/** The languages in which each sample is there. */
export const SAMPLE_LANGUAGES = ['en', 'pt-BR'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** The node of the samples that starts them from the editor. */
export const TOP_UP_TRIGGER = 'Run it by hand';

/** The sample spreadsheet. */
export const SAMPLE_SPREADSHEET = path.join(FOLDER, 'samples', 'top-ups.csv');

/** Where the samples of a language are. */
export const samplesFolder = (language: SampleLanguage): string =>
	language === 'en' ? FOLDER : path.join(FOLDER, language);

/** A sample workflow as it is in the repository. */
export async function loadSample(
	name: SampleName,
	language: SampleLanguage = 'en',
): Promise<WorkflowJson> {
	const text = await readFile(path.join(samplesFolder(language), `${name}.json`), 'utf8');
	return JSON.parse(text) as WorkflowJson;
}

/** A sample that reads another file: it names a path of n8n's Docker image. */
export function withSpreadsheet(workflow: WorkflowJson, file: string): WorkflowJson {
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.readWriteFile'
			? { ...node, parameters: { ...node.parameters, fileSelector: file } }
			: node,
	);
	return { ...workflow, nodes };
}

/** Puts the sample spreadsheet where n8n may read it; answers with its path there. */
export async function provideSpreadsheet(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, path.basename(SAMPLE_SPREADSHEET));
	await copyFile(SAMPLE_SPREADSHEET, file);
	return file;
}
