import { answerOf, endProgram, startProgram } from '../programs';
import type { PollerInput, PollerResult, Stock } from './types';

/** The service needs room to make a list of a million additions, and the measurement is not about it. */
const SERVICE_HEAP_MB = 8192;

/** Lets `use` have the address of a sandbox that holds `stock`. */
export async function withService<T>(stock: Stock, use: (url: string) => Promise<T>): Promise<T> {
	const heap = [`--max-old-space-size=${SERVICE_HEAP_MB}`];
	const service = startProgram('trigger/service', stock, heap);
	try {
		const { url } = await answerOf<{ url: string }>(service);
		return await use(url);
	} finally {
		await endProgram(service);
	}
}

/** Polls in a process of its own, so that neither memory nor compiled code of another case is in it. */
export async function poll(input: PollerInput): Promise<PollerResult> {
	return await answerOf<PollerResult>(startProgram('trigger/poller', input, ['--expose-gc']));
}
