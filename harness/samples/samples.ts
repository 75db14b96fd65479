/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LANGUAGES, type Language } from '../../sandbox/language';
import { repoRoot } from '../system/paths';
import type { WorkflowJson } from '../n8n/types';
import { withNodes } from './choices';

const FOLDER = path.join(repoRoot, 'workflows');

/** The sample workflows, by the names of their files in `workflows/`. */
export const SAMPLE_NAMES = [
	'top-up-from-spreadsheet',
	'top-up-from-google-sheets',
	'top-up-when-an-order-is-paid',
	'monthly-top-ups',
	'top-up-a-sheet-after-approval',
	'top-up-by-a-form',
	'top-up-100000-rows',
	'top-up-100000-rows-part',
	'reconcile-a-day',
	'daily-reconciliation-by-email',
	'monthly-statement',
	'sync-customers-from-crm',
	'sync-customers-from-hubspot',
	'sync-customers-from-pipedrive',
	'tell-me-when-an-addition-completes',
	'ai-agent-with-approval',
] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

/** The languages in which each sample is there. */
export { LANGUAGES as SAMPLE_LANGUAGES, type Language as SampleLanguage };

/** The node of the samples that starts them from the editor, in a language. */
export const topUpTrigger = (language: Language = 'en'): string =>
	language === 'en' ? 'Run it by hand' : 'Executar manualmente';

/** The same in English. */
export const TOP_UP_TRIGGER = topUpTrigger();

/** Where the samples of a language are. */
export const samplesFolder = (language: Language): string =>
	language === 'en' ? FOLDER : path.join(FOLDER, language);

const SPREADSHEETS: Record<Language, string> = { en: 'top-ups.csv', 'pt-BR': 'recargas.csv' };

/** The sample spreadsheet of a language. */
export const sampleSpreadsheet = (language: Language = 'en'): string =>
	path.join(samplesFolder(language), 'samples', SPREADSHEETS[language]);

/** Where n8n's Docker image may read it. */
export const spreadsheetInDocker = (language: Language): string =>
	`/home/node/.n8n-files/${SPREADSHEETS[language]}`;

/** A sample workflow as it is in the repository. */
export async function loadSample(
	name: SampleName,
	language: Language = 'en',
): Promise<WorkflowJson> {
	const text = await readFile(path.join(samplesFolder(language), `${name}.json`), 'utf8');
	return JSON.parse(text) as WorkflowJson;
}

/** A sample that reads another file: it names a path of n8n's Docker image. */
export function withSpreadsheet(workflow: WorkflowJson, file: string): WorkflowJson {
	return withNodes(workflow, ({ type, parameters }) =>
		type === 'n8n-nodes-base.readWriteFile'
			? { parameters: { ...parameters, fileSelector: file } }
			: undefined,
	);
}

/** Puts the sample spreadsheet where n8n may read it; answers with its path there. */
export async function provideSpreadsheet(
	folder: string,
	language: Language = 'en',
): Promise<string> {
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, SPREADSHEETS[language]);
	await copyFile(sampleSpreadsheet(language), file);
	return file;
}
