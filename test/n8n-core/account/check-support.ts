import type { AccountReport } from '../../../nodes/Gmc/core/account/report';
import type { GmcNodeSetup } from '../../../harness/engine/engine';
import type { Service } from '../../../harness/engine/service';
import type { SandboxSettingsInput } from '../../../sandbox/settings';

const DAY = 24 * 3600_000;

/** Account: Check of a service, and additions for it to find. */
export function accountChecks(service: Service) {
	const run = async (setup: Partial<GmcNodeSetup> = {}) =>
		await service.run({ parameters: { resource: 'account', operation: 'check' }, ...setup });

	async function check(setup: Partial<GmcNodeSetup> = {}): Promise<AccountReport> {
		const { items, error } = await run(setup);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		return items[0].json as unknown as AccountReport;
	}

	/** Additions made at noon in São Paulo, so many days ago, each a minute after the other. */
	async function additionsOf(daysAgo: number, count: number): Promise<string[]> {
		const noon = Math.floor((Date.now() - 3 * 3600_000) / DAY) * DAY + 15 * 3600_000;
		const ids: string[] = [];
		for (let i = 0; i < count; i++) {
			const createdAt = new Date(noon - daysAgo * DAY + i * 60_000).toISOString();
			ids.push((await service.admin.createAddition({ createdAt }))._id);
		}
		return ids;
	}

	/** Two additions on each of three days, after a restart with these settings. */
	async function sixAdditions(settings: SandboxSettingsInput = {}): Promise<void> {
		await service.restart(settings);
		for (const daysAgo of [20, 9, 2]) await additionsOf(daysAgo, 2);
	}

	return { run, check, additionsOf, sixAdditions };
}
