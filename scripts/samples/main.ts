/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import {
	SAMPLE_NAMES,
	loadSample,
	sampleSpreadsheet,
	samplesFolder,
} from '../../harness/samples/samples';
import { leaveWith } from '../../harness/system/main';
import { sheetInPortuguese } from './portuguese/sheet';
import { inPortuguese } from './translate';

/** Writes the samples in Portuguese anew, from the English ones. */
async function main(): Promise<number> {
	const folder = samplesFolder('pt-BR');
	await mkdir(folder, { recursive: true });
	for (const name of SAMPLE_NAMES) {
		const file = path.join(folder, `${name}.json`);
		const text = JSON.stringify(inPortuguese(name, await loadSample(name)));
		await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'json' }));
	}
	const sheet = sampleSpreadsheet('pt-BR');
	await mkdir(path.dirname(sheet), { recursive: true });
	await writeFile(sheet, sheetInPortuguese(await readFile(sampleSpreadsheet(), 'utf8')));
	process.stdout.write(`${SAMPLE_NAMES.length} samples written to ${folder}\n`);
	return 0;
}

leaveWith(main());
