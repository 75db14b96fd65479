/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { leaveWith } from '../../harness/system/main';
import { plainTable } from '../../harness/system/table';
import { aimLines } from '../aim';
import { type Figures, writeFigures } from '../speed-page';
import { aimsOf } from './aims';
import { type CustomerCosts, benchCustomers, customerAims, customerTables } from './customers';
import { type Options, HELP, optionsOf } from './options';
import { benchRows } from './rows';
import { benchServices } from './services';
import { type ServiceCase, serviceAims, serviceFigures } from './services-table';
import { type Soak, soak } from './soak';
import { soakAims, soakTable } from './soak-report';
import { type StartUpCosts, benchStartUp, startUpTable } from './start-up';
import { caseTable, rowsFigures } from './table';
import type { Case } from './types';

const plain = ({ head, rows }: Figures) => plainTable(head, rows);
const say = (text: string) => process.stderr.write(`${text}\n`);

interface Found {
	cases?: Case[];
	services?: ServiceCase[];
	customers?: CustomerCosts;
	startUp?: StartUpCosts;
	soak?: Soak;
}

const aimsIn = ({ cases, services, customers, soak: soaked }: Found) => [
	...(cases ? aimsOf(cases) : []),
	...(services ? serviceAims(services) : []),
	...(customers ? customerAims(customers) : []),
	...(soaked ? soakAims(soaked) : []),
];

async function save({ out }: Options, found: Found): Promise<void> {
	// Other work on the machine shows in every figure.
	const machine = { node: process.version, cpus: cpus().length, load: loadavg() };
	await mkdir(path.dirname(out), { recursive: true });
	const text = JSON.stringify({ ...machine, ...found, aims: aimsIn(found) }, null, '\t');
	await writeFile(out, `${text}\n`);
}

async function bench(options: Options): Promise<Found> {
	const { only, soakMinutes, seed } = options;
	const found: Found = {};
	if (only.includes('rows')) {
		const keep = async (cases: Case[]) => await save(options, { cases });
		found.cases = await benchRows(options, { say, save: keep });
	}
	if (only.includes('services')) found.services = await benchServices(options, say);
	if (only.includes('customers')) found.customers = await benchCustomers(say);
	if (only.includes('start')) found.startUp = await benchStartUp(say);
	if (only.includes('soak')) found.soak = await soak(soakMinutes, seed, say);
	await save(options, found);
	if (options.writes) await writeFigures(figuresOf(found));
	return found;
}

const figuresOf = ({ cases, services }: Found) => ({
	...(cases && { rows: rowsFigures(cases) }),
	...(services && { services: serviceFigures(services) }),
});

function report(found: Found): string {
	const { cases, services, customers, startUp, soak: soaked } = found;
	return [
		...(cases ? [caseTable(cases)] : []),
		...(services ? [plain(serviceFigures(services))] : []),
		...(customers ? [customerTables(customers)] : []),
		...(startUp ? [startUpTable(startUp)] : []),
		...(soaked ? [soakTable(soaked)] : []),
		...aimLines(aimsIn(found)),
	].join('\n');
}

async function main(): Promise<number> {
	const options = optionsOf(process.argv.slice(2));
	if (options === undefined) {
		process.stdout.write(HELP);
		return 0;
	}
	const startedAt = Date.now();
	process.stdout.write(`${report(await bench(options))}\n`);
	say(`${((Date.now() - startedAt) / 1000).toFixed(0)} s; as JSON: ${options.out}`);
	return 0;
}

leaveWith(main());
