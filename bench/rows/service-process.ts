import { SandboxClient } from '../../sandbox/client';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { answerOf, compilePrograms, endProgram, startProgram } from '../programs';

/** The journal keeps every request of a measurement. */
const HEAP_MB = 4096;

/** A sandbox in a process of its own. */
export interface ServiceProcess {
	admin: SandboxClient;
	/** Base URL of the service, with `/api`. */
	baseUrl: string;
	/** As it was at the start, without the faults. */
	reset(settings?: SandboxSettingsInput): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts a sandbox with so many customers, and so many additions of the last day, in a process of its own, which
 * ends when this one does.
 */
export async function startService(customers: number, additions = 0): Promise<ServiceProcess> {
	await compilePrograms();
	const heap = [`--max-old-space-size=${HEAP_MB}`];
	const settings = {
		seedSize: customers,
		...(additions > 0 && { seedAdditions: additions, seedAdditionDays: 1 }),
	};
	const service = startProgram('rows/service', settings, heap);
	const { url } = await answerOf<{ url: string }>(service);
	const admin = new SandboxClient(url);
	const reset = async (changes: SandboxSettingsInput = {}) =>
		void (await admin.reset({ settings: { ...settings, ...changes } }));
	return { admin, baseUrl: `${url}/api`, reset, stop: async () => await endProgram(service) };
}
