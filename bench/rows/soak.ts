import { chain, gmcNode, locator } from '../../harness/workflows/build';
import { charges } from '../../harness/sandbox/books';
import {
	ISSUE,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	LOGIN,
	UPDATE_CUSTOMER,
} from '../../harness/sandbox/routes';
import type { FaultInput } from '../../sandbox/state/faults';
import { cpfOf } from '../../sandbox/rules/tax-id';
import type { Memory } from './probe/probe';
import type { ServiceProcess } from './service-process';
import { startService } from './service-process';
import { type Subject, startSubject } from './subject';
import { MEASURED, numberedRowsNode } from './workflows';

const CUSTOMERS = 200;
const ROWS = 40;
/** Executions of each workflow between two looks at the memory. */
const EXECUTIONS = 5;
const CONTINUE = { onError: 'continueRegularOutput' };

/** A round: what the books and the nodes say, and the memory after it. */
export interface Round {
	executions: number;
	/** Rows charged more than once. */
	doubles: number;
	charged: number;
	outcomes: Record<string, number>;
	memory: Memory;
}

/** What came of a soak. */
export interface Soak {
	minutes: number;
	rounds: Round[];
}

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

async function workflowsOf(subject: Subject, customerIds: string[]): Promise<string[]> {
	const rows = numberedRowsNode(ROWS, customerIds, cpfOf('000000001'));
	const add = (customer: object) =>
		gmcNode(
			MEASURED,
			{
				resource: 'balance',
				operation: 'add',
				currency: 'BRL',
				options: {},
				customer,
				amount: '={{ $json.amount }}',
			},
			CONTINUE,
		);
	const upsert = gmcNode(
		MEASURED,
		{
			resource: 'customer',
			operation: 'upsert',
			options: {},
			taxId: '={{ $json.taxId }}',
			name: '={{ $json.name }}',
			email: 'one@example.com',
		},
		CONTINUE,
	);
	const list = gmcNode(
		MEASURED,
		{ resource: 'customer', operation: 'getAll', returnAll: true },
		{ ...CONTINUE, executeOnce: true },
	);
	const byId = add(locator('id', '={{ $json.customer }}'));
	const nodes = [byId, byId, upsert, list];
	return await Promise.all(
		nodes.map(async (node, index) => await subject.save(chain(`Soak ${index}`, rows, node))),
	);
}

async function roundOf(
	service: ServiceProcess,
	subject: Subject,
	{ workflowIds, seed }: { workflowIds: string[]; seed: number },
): Promise<Round> {
	// The list of additions would else grow with every round, and with it what a look at it takes.
	await service.reset();
	for (const [index, fault] of FAULTS.entries()) {
		await service.admin.addFault({ ...fault, seed: seed * FAULTS.length + index });
	}
	const outcomes: Round['outcomes'] = {};
	const runAgain = async (id: string) => {
		for (let execution = 0; execution < EXECUTIONS; execution++) {
			const told = (await subject.runAnyhow(id)).nodes[MEASURED]?.outcomes ?? {};
			for (const [outcome, times] of Object.entries(told)) {
				outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
			}
		}
	};
	await Promise.all(workflowIds.map(runAgain));
	// Rows are told apart by their amounts: no two of all executions have the same.
	const amounts = (await charges({ sandbox: service })).map(({ amount }) => amount);
	const memory = await subject.probe.memory();
	const doubles = amounts.length - new Set(amounts).size;
	const executions = workflowIds.length * EXECUTIONS;
	return { executions, doubles, charged: amounts.length, outcomes, memory };
}

/** Starts several workflows over and over under faults that follow from the seed. */
export async function soak(
	minutes: number,
	seed: number,
	say: (text: string) => void,
): Promise<Soak> {
	const service = await startService(CUSTOMERS);
	const rounds: Round[] = [];
	try {
		const subject = await startSubject(service);
		try {
			const ids = (await service.admin.customers()).map(({ _id }) => _id);
			const workflowIds = await workflowsOf(subject, ids);
			const until = Date.now() + minutes * 60_000;
			while (Date.now() < until) {
				const round = await roundOf(service, subject, { workflowIds, seed: seed + rounds.length });
				rounds.push(round);
				const { heapUsed, rss, fds } = round.memory;
				const megabytes = [heapUsed, rss].map((bytes) => (bytes / 1e6).toFixed(0));
				say(`round ${rounds.length}: heap ${megabytes[0]} MB, RSS ${megabytes[1]} MB, ${fds} fds`);
			}
		} finally {
			await subject.n8n.stop();
		}
	} finally {
		await service.stop();
	}
	return { minutes, rounds };
}
