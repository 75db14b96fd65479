import { sum } from 'simple-statistics';
import { charges, tally } from '../../harness/sandbox/books';
import {
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	LOGIN,
	UPDATE_CUSTOMER,
} from '../../harness/sandbox/routes';
import { chain, gmcNode } from '../../harness/workflows/build';
import { cpfOf } from '../../sandbox/rules/tax-id';
import type { FaultInput } from '../../sandbox/state/faults';
import type { Finding } from '../benchmark';
import { bytes } from '../figures';
import type { Task } from '../options';
import { type Subject, startSubject } from '../n8n/subject';
import { type Service, startService } from '../processes';
import { GOES_ON, MEASURED, addNode, rowsNode } from '../sheets/workflows';
import { type Round, soakAims, soakFigures } from './soak-report';

const CUSTOMERS = 200;
const ROWS = 40;
/** Executions of each workflow between two looks at the memory. */
const EXECUTIONS = 5;

const at = (route: string, probability: number, action: FaultInput['action']): FaultInput => ({
	route,
	probability,
	action,
});

/** Rare enough that most executions do most of their rows. */
const FAULTS: FaultInput[] = [
	{ route: ISSUE, action: { type: 'latency', ms: 5 } },
	at(ISSUE, 0.005, { type: 'resetBefore' }),
	at(ISSUE, 0.005, { type: 'commitThenReset' }),
	at(ISSUE, 0.005, { type: 'commitThenStatus', status: 502, body: {} }),
	at(ISSUE, 0.005, { type: 'halfAnswer' }),
	at(ISSUE, 0.005, { type: 'status', status: 400, body: { code: 'REFUSED' } }),
	at(LIST_CUSTOMERS, 0.05, { type: 'status', status: 503, body: {} }),
	at(LIST_ADDITIONS, 0.05, { type: 'resetBefore' }),
	at(UPDATE_CUSTOMER, 0.02, { type: 'status', status: 500, body: {} }),
	at(LOGIN, 0.1, { type: 'status', status: 503, body: {} }),
];

/** Amounts that no other execution has, so that the books tell rows apart; as a customer all rows are one. */
const FIELDS = `
	amount: Number($execution.id) * 100 + i + 1,
	taxId: '${cpfOf('000000001')}',
	name: 'Cliente ' + $execution.id,`;

async function saveWorkflows(subject: Subject, customerIds: string[]): Promise<string[]> {
	const rows = rowsNode(ROWS, customerIds, FIELDS);
	const upsert = gmcNode(MEASURED, {
		resource: 'customer',
		operation: 'upsert',
		options: {},
		taxId: '={{ $json.taxId }}',
		name: '={{ $json.name }}',
		email: 'one@example.com',
	});
	const list = gmcNode(
		MEASURED,
		{ resource: 'customer', operation: 'getAll', returnAll: true },
		{ executeOnce: true },
	);
	const nodes = [addNode(), addNode(), upsert, list];
	return await Promise.all(
		nodes.map(async (node, index) => {
			return await subject.save(chain(`Soak ${index}`, rows, { ...node, ...GOES_ON }));
		}),
	);
}

async function roundOf(
	service: Service,
	subject: Subject,
	{ workflowIds, seed }: { workflowIds: string[]; seed: number },
): Promise<Round> {
	// The list of additions would else grow with every round, and with it what a look at it takes.
	await service.reset();
	for (const [index, fault] of FAULTS.entries()) {
		await service.admin.addFault({ ...fault, seed: seed * FAULTS.length + index });
	}
	const told: Array<Record<string, number>> = [];
	const runAgain = async (id: string) => {
		for (let execution = 0; execution < EXECUTIONS; execution++) {
			told.push((await subject.runAnyhow(id)).nodes[MEASURED]?.outcomes ?? {});
		}
	};
	await Promise.all(workflowIds.map(runAgain));
	const times = tally((await charges({ sandbox: service })).map(({ amount }) => amount));
	const outcome = (name: string) => sum(told.map((outcomes) => outcomes[name] ?? 0));
	return {
		executions: told.length,
		charged: sum(Object.values(times)),
		doubles: sum(Object.values(times).map((one) => one - 1)),
		issued: outcome('issued'),
		unknown: outcome('unknown'),
		...(await subject.probe.memory()),
	};
}

/** Starts several workflows over and over under faults, the same ones each time. */
export async function soak({ numbers, say }: Task<'minutes'>): Promise<Finding> {
	const service = await startService({ seedSize: CUSTOMERS });
	const rounds: Round[] = [];
	try {
		const subject = await startSubject(service);
		try {
			const ids = (await service.admin.customers()).map(({ _id }) => _id);
			const workflowIds = await saveWorkflows(subject, ids);
			const until = Date.now() + numbers.minutes[0] * 60_000;
			while (Date.now() < until) {
				rounds.push(await roundOf(service, subject, { workflowIds, seed: rounds.length }));
				const { heapUsed, rss, fds } = rounds.at(-1)!;
				say(`round ${rounds.length}: heap ${bytes(heapUsed)}, RSS ${bytes(rss)}, ${fds} fds`);
			}
		} finally {
			await subject.n8n.stop();
		}
	} finally {
		await service.stop();
	}
	return { figures: soakFigures(rounds), aims: soakAims(rounds), cases: rounds };
}
