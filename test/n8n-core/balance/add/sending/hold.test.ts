import { DataTables } from '../../../../../harness/engine/dataTables';
import { ISSUE, outcomeOf, Service } from '../../../../../harness/engine/service';
import { AFTER_HOLD, endPassedTime, passTime } from '../../../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../../../sandbox/seeds';

// A row that ended unknown and was never done is sent by "Retry" of the execution once its hold is over, and not before.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const rows = [{ customer: ana.taxId, amount: 4 }];

afterEach(endPassedTime);

describe.each([
	['with Data Tables', () => ({ executeWorkflow: new DataTables().executeWorkflow })],
	['in an n8n without them', () => ({})],
])('%s', (_, setupOf) => {
	test.each([
		['the usual one', {}, false, 'unknown'],
		['the usual one', {}, true, 'issued'],
		['0, so that the list is believed at once', { hold: 0 }, false, 'issued'],
	])('Hold is %s (%j, over: %s): %s', async (__, options, isOver, outcome) => {
		const setup = { ...setupOf(), onError: 'continueRegularOutput' as const };
		await service.admin.addFault({ route: ISSUE, nth: 1, action: { type: 'resetBefore' } });
		const failed = await service.add(rows, options, { ...setup, onError: 'stopWorkflow' });
		if (isOver) passTime(AFTER_HOLD);
		const { items } = await service.retry(failed, options, setup);
		expect(items.map(outcomeOf)).toEqual([outcome]);
		expect(await service.asked(ISSUE)).toBe(outcome === 'issued' ? 2 : 1);
	});
});
