import { startService } from '../../bench/processes';

jest.setTimeout(60_000);

// The benchmarks are no part of `npm test`: nobody would see that what they start is broken.
test('the service of the benchmarks starts and answers', async () => {
	const service = await startService({ seedSize: 3 });
	try {
		expect(await service.admin.customers()).toHaveLength(3);
	} finally {
		await service.stop();
	}
});
