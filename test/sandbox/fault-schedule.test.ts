import type { FaultInput } from '../../sandbox/state/faults';
import { BRUNO, charge, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const ROUTE = `POST ${ISSUE}`;
const broken: FaultInput['action'] = { type: 'status', status: 500 };

const inject = async (rest: Partial<FaultInput> = {}) =>
	await bench.sandbox.admin.addFault({ route: ROUTE, action: broken, ...rest });
const statusesOf = async (count: number) => {
	const headers = await bench.session();
	const statuses: number[] = [];
	for (let i = 0; i < count; i += 1) {
		statuses.push((await bench.api.post(ISSUE, charge(), { headers })).status);
	}
	return statuses;
};

describe('when a fault fires', () => {
	it.each([
		[{ nth: [1, 3] }, [500, 201, 500, 201]],
		[{ times: 2 }, [500, 500, 201, 201]],
		[{ match: { amount: 11 } }, [201, 201, 201, 201]],
		[{ match: { amount: 10 }, nth: 2 }, [201, 500, 201, 201]],
		[{ match: { customerIdentifier: '012.345.678-90' } }, [500, 500, 500, 500]],
		[{ match: { customerIdentifier: BRUNO._id } }, [201, 201, 201, 201]],
	])('%j', async (rest, expected) => {
		await inject(rest);
		expect(await statusesOf(4)).toEqual(expected);
	});

	it('draws the same luck from the same seed', async () => {
		const drawn = async (seed: number) => {
			await bench.sandbox.admin.clearFaults();
			await inject({ probability: 0.5, seed });
			return (await statusesOf(20)).join();
		};
		const first = await drawn(7);
		expect(first).toMatch(/201/);
		expect(await drawn(7)).toBe(first);
		expect(await drawn(8)).not.toBe(first);
	});

	it('lets the first of several answer, without using up the others', async () => {
		await inject({ times: 1 });
		await inject({ action: { type: 'status', status: 502 }, times: 1 });
		expect(await statusesOf(3)).toEqual([500, 502, 201]);
	});

	it('stays on its route, a login among them; * is every route', async () => {
		const { admin } = bench.sandbox;
		await admin.addFault({ route: 'POST /auth/login', action: broken, times: 1 });
		expect((await bench.api.post('/auth/login', {})).status).toBe(500);
		expect((await bench.api.post('/auth/login', {})).status).toBe(400);
		await admin.addFault({ route: '*', action: broken });
		for (const url of [LIST, `${ISSUE}/x`, '/nowhere']) {
			expect((await bench.api.get(url)).status).toBe(500);
		}
	});
});

it('lists faults with what they did, and clears them', async () => {
	const { admin } = bench.sandbox;
	const { id } = await inject({ nth: 2 });
	await statusesOf(3);
	expect(await admin.faults()).toMatchObject([{ id, calls: 3, fired: 1 }]);
	await admin.clearFaults();
	expect(await admin.faults()).toEqual([]);
});

it.each([
	{ route: ROUTE, action: { type: 'nothing' } },
	{ route: 'no method', action: { type: 'hang' } },
	{ route: ROUTE, often: true, action: { type: 'hang' } },
])('refuses the fault %j', async (fault) => {
	await expect(bench.sandbox.admin.addFault(fault as FaultInput)).rejects.toThrow(/^Sandbox: /);
});
