import axios from 'axios';
import Fastify from 'fastify';
import { sendAnswer } from '../../sandbox/http/deliver';

/** What a client gets of an answer with this body. */
async function delivered(body: unknown): Promise<unknown> {
	const app = Fastify();
	app.get('/', async (_request, reply) => {
		sendAnswer(reply, { status: 200, body });
		return await reply;
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	const { headers, data } = await axios.get<unknown>(url, { proxy: false });
	await app.close();
	expect(headers['content-type']).toContain('application/json');
	return data;
}

const records = (count: number) => Array.from({ length: count }, (_, index) => ({ _id: index }));

// Above 200,000 records the answer is sent in pieces of 1,000: the last is full, or has one.
describe.each([200_000, 200_001, 201_000])('a list of %i records', (count) => {
	it('arrives whole in an envelope', async () => {
		const body = { title: 'T', balanceTransaction: records(count), recordsTotal: count };
		expect(await delivered(body)).toEqual(body);
	});

	it('arrives whole without one', async () => {
		expect(await delivered(records(count))).toEqual(records(count));
	});
});
