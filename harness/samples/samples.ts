/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repoRoot } from '../system/paths';
import type { WorkflowJson } from '../n8n/types';
import { withNodesOf } from './choices';

export const SAMPLES_FOLDER = path.join(repoRoot, 'workflows');

export const SAMPLE_SPREADSHEET = path.join(SAMPLES_FOLDER, 'samples', 'top-ups.csv');

/** The sample workflows, by the names of their files in `workflows/`. */
export const SAMPLE_NAMES = [
	'top-up-from-spreadsheet',
	'top-up-from-google-sheets',
	'top-up-a-sheet-after-approval',
	'top-up-100000-rows',
	'top-up-when-an-order-is-paid',
	'monthly-top-ups',
	'monthly-statement',
	'reconcile-a-day',
	'sync-customers-from-crm',
	'sync-customers-from-hubspot',
	'tell-me-when-a-top-up-completes',
	'ai-agent-with-approval',
] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

/** The node of the samples that starts them from the editor. */
export const TOP_UP_TRIGGER = 'Run it by hand';

/** A sample workflow as it is in the repository. */
export async function loadSample(name: SampleName): Promise<WorkflowJson> {
	const text = await readFile(path.join(SAMPLES_FOLDER, `${name}.json`), 'utf8');
	return JSON.parse(text) as WorkflowJson;
}

/** A sample that reads another file: it names a path of n8n's Docker image. */
export function withSpreadsheet(workflow: WorkflowJson, file: string): WorkflowJson {
	return withNodesOf('n8n-nodes-base.readWriteFile', workflow, ({ parameters }) => ({
		parameters: { ...parameters, fileSelector: file },
	}));
}

/** Puts a spreadsheet where n8n may read it: the sample one, or these lines; answers with its path there. */
export async function provideSpreadsheet(folder: string, lines?: string[]): Promise<string> {
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, lines ? `${randomUUID()}.csv` : 'top-ups.csv');
	if (lines === undefined) await copyFile(SAMPLE_SPREADSHEET, file);
	else await writeFile(file, lines.map((line) => `${line}\n`).join(''));
	return file;
}
