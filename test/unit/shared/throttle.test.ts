import { Throttle } from '../../../nodes/Gmc/shared/throttle';

/** How many requests were in flight with each, in order of start, over two runs of one throttle. */
async function watch(fixed: number): Promise<number[]> {
	const throttle = new Throttle(60_000, fixed);
	const together: number[] = [];
	let inFlight = 0;
	const request = async () => {
		together.push(++inFlight);
		for (let turn = 0; turn < 5; turn++) await Promise.resolve();
		inFlight--;
	};
	const send = async () => await throttle.send(request);
	for (let part = 0; part < 2; part++) await throttle.run(Array(8).fill(0), send, () => false);
	return together;
}

test('the first request goes alone, so that one login serves all; a second part goes on as the first ended', async () => {
	const together = await watch(4);
	expect(together.slice(0, 3)).toEqual([1, 1, 2]);
	expect(together.slice(8)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});
