import type { SandboxSettingsInput } from '../../sandbox/settings';
import { idsOf, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const add = async (createdAt: string) =>
	(await tests.sandbox.admin.createAddition({ createdAt }))._id;
/** Of one month, so that the seed's additions are not in it. */
const listUnder = async (settings: SandboxSettingsInput, query = '') => {
	await tests.sandbox.admin.configure(settings);
	return await tests.ask('GET', `${LIST}?${query}`);
};

describe('period', () => {
	// São Paulo is three hours behind: the first and the last instant of 2 May there, and those around them.
	const TIMES = ['02T02:59:59.999', '02T03:00:00', '03T02:59:59.999', '03T03:00:00'];

	it.each<[string, SandboxSettingsInput['list'], number[]]>([
		['initialDate=2026-05-02', {}, [1, 2, 3]],
		['finalDate=2026-05-02', {}, [0, 1, 2]],
		['initialDate=2026-05-02&finalDate=2026-05-02', {}, [1, 2]],
		['finalDate=2026-05-03', { finalDateInclusive: false }, [0, 1, 2]],
		['initialDate=2026-05-03', { timeZone: 'UTC' }, [2, 3]],
	])('%s under %j', async (query, settings, kept) => {
		const ids: string[] = [];
		for (const time of TIMES) ids.push(await add(`2026-05-${time}Z`));
		const answer = await listUnder({ list: { order: 'oldest', ...settings } }, query);
		expect(idsOf(answer)).toEqual(kept.map((index) => ids[index]));
	});

	it.each(['2026-02-30', '03/05/2026', ''])('refuses the date %j', async (finalDate) => {
		const answer = await listUnder({}, `finalDate=${encodeURIComponent(finalDate)}`);
		expect(answer).toMatchObject({ status: 400, data: { code: 'INVALID_QUERY' } });
	});
});
