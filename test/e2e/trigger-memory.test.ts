/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { TRIGGER, Watcher, expectEachOnce, looks } from '../../harness/workflows/trigger';

// Where n8n itself keeps the memory of a trigger, and what a rename and an import do to it.

jest.setTimeout(240_000);

let e2e: TestBed;

beforeAll(async () => {
	e2e = await startTestBed();
}, START_TIMEOUT_MS);
afterAll(async () => await e2e.stop());

test('a trigger that is renamed while n8n was stopped misses nothing', async () => {
	const { client, n8n } = e2e;
	const watcher = await Watcher.publish(e2e, 2);
	await watcher.complete();
	await expectEachOnce(watcher);
	await client.deactivate(watcher.id);
	await watcher.complete();
	await n8n.stop({ removeFolder: false });
	await n8n.start();
	await client.renameNode(watcher.id, TRIGGER, 'Renamed');
	await client.activate(watcher.id);
	await looks(e2e, 2);
	const runs = await client.allFinished(watcher.id);
	const told = runs.flatMap(({ data }) => data.resultData.runData.Renamed ?? []);
	const items = told.flatMap(({ data }) => data?.main?.flat() ?? []);
	expect(items.map((item) => item?.json._id).sort()).toEqual(watcher.expected.slice(2).sort());
	await client.deactivate(watcher.id);
});

test('an older export that is imported while n8n is stopped repeats, and the log says so', async () => {
	const { client, n8n, sandbox, filesFolder } = e2e;
	const watcher = await Watcher.publish(e2e, 1);
	await looks(e2e, 2);
	await client.deactivate(watcher.id);
	const file = path.join(path.dirname(filesFolder), 'export.json');
	await writeFile(file, JSON.stringify(await client.workflow(watcher.id)));
	await client.activate(watcher.id);
	await looks(e2e, 1);
	await watcher.complete();
	await expectEachOnce(watcher);
	await n8n.stop({ removeFolder: false });
	await n8n.cli('import:workflow', `--input=${file}`);
	await n8n.start();
	await client.activate(watcher.id);
	await looks({ sandbox }, 2);
	expect(n8n.logs()).toMatch(
		/2 top-ups start the workflow.*nothing later than .* UTC-3\..*older export/,
	);
	await client.deactivate(watcher.id);
});
