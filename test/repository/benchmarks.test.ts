import { inPortuguese } from '../../bench/speed-page';
import { startService } from '../../bench/processes';

jest.setTimeout(60_000);

// The benchmarks are no part of `npm test`: nobody would see that what they start is broken.
test('the service of the benchmarks can be compiled, starts and answers', async () => {
	const service = await startService({ seedSize: 3 });
	try {
		expect(await service.admin.customers()).toHaveLength(3);
	} finally {
		await service.stop();
	}
});

test.each([
	['20,000 rows in the ledger', '20.000 linhas no registro'],
	['With a key', 'Com chave'],
	['20 ms, any number at once', '20 ms, qualquer número ao mesmo tempo'],
	['150 ms, one at a time, Timeout 1 s', '150 ms, uma por vez, Timeout 1 s'],
	['1,000', '1.000'],
	['12.2 s; **40 lost, 0 not sent**', '12,2 s; **40 sem resposta, 0 não enviadas**'],
])('the figure %s is in Portuguese %s', (english, portuguese) => {
	expect(inPortuguese(english)).toBe(portuguese);
});
