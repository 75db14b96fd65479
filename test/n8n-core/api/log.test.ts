import { ana, OFF, Service } from '../../../harness/engine';
import { listenToLog } from '../../../harness/engine/triggers';
import { ISSUE } from '../../../harness/sandbox/routes';

// A request can be followed in n8n's log, and at GMC by the id that GMC gives it.

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 5 };
const refuse = async (headers: object) =>
	await service.fault({ type: 'status', status: 400, body: { statusCode: 400 }, headers } as never);

test('each request is one line, without ids of records, queries and bodies', async () => {
	const log = listenToLog(['debug']);
	const { items } = await service.add([row], OFF);
	const { _id: additionId } = items[0].json;
	await service.getAddition(additionId);
	const told = log
		.filter((line) => line.includes('GMC: '))
		.map((line) => line.replace(/\d+ ms/, 'ms'));
	expect(told).toContain('debug GMC: POST /transactions/add-balance: 201 after ms');
	expect(told.at(-1)).toBe('debug GMC: GET /transactions/add-balance/{id}: 200 after ms');
	expect(log.join()).not.toContain(additionId);
});

test.each([
	['X-Request-Id', 'req-8f2c'],
	['X-Correlation-ID', '8f2c:1'],
])("an error names GMC's request, by %s", async (header, id) => {
	const log = listenToLog(['debug']);
	await refuse({ [header]: id });
	const { items } = await service.addOn([row], OFF);
	expect(items[0].json).toMatchObject({ details: { requestId: id, statusCode: 400 } });
	expect(log.find((line) => line.includes('POST'))).toMatch(
		new RegExp(`: 400 after \\d+ ms, request ${id}$`),
	);
});

test.each([
	['says that the token was refused', { statusCode: 401 }],
	['cannot be read', { neither: 'an addition nor an error' }],
])('so does an error after a 2xx that %s', async (_, body) => {
	const headers = { 'X-Request-Id': 'req-8f2c' };
	await service.fault({ type: 'status', status: 200, body, headers } as never);
	const { items } = await service.addOn([row], OFF);
	expect(items[0].json).toMatchObject({ details: { outcome: 'unknown', requestId: 'req-8f2c' } });
});

test.each(['<b>id</b>', 'x'.repeat(101), 'the secret'])(
	'what is no id is not shown: %s',
	async (given) => {
		const { senha } = service.credential.data;
		await refuse({ 'X-Request-Id': given === 'the secret' ? String(senha) : given });
		const { items } = await service.addOn([row], OFF);
		expect(items[0].json.details).not.toHaveProperty('requestId');
		expect(await service.asked(ISSUE)).toBe(1);
	},
);
