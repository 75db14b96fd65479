import type { IDataObject } from 'n8n-workflow';
import { sleep as delay } from 'n8n-workflow';
import {
	DEMO_CUSTOMERS,
	Service,
	WORKFLOW_TIMEZONE,
	outcomeOf,
	passTime,
} from '../../../../../harness/engine';
import { startOfDay } from '../../../../../nodes/Gmc/core/time/time';

// Maximum per Day while midnight passes: a part that was claimed before it is sent, and made, after it.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const goOn = { onError: 'continueRegularOutput' as const };
const limit = { maxPerDay: 100, concurrency: 1 };

test('what was claimed before midnight and is made after it counts for the new day', async () => {
	const now = Date.now();
	const day = startOfDay(now, WORKFLOW_TIMEZONE);
	const untilMidnight = (day + 86_400_000 - now) / 1000;
	passTime({ seconds: untilMidnight - 20 });
	await service.restart();
	await service.slow(2_000, 1);
	const rows = [30, 31].map((amount) => ({ customer: ana.taxId, amount }));
	const first = service.add(rows, limit, goOn);
	await delay(500);
	passTime({ seconds: 30 });
	const other = await service.add([{ customer: bruno.taxId, amount: 80 }], limit, goOn);
	await first;
	const items = [...(await first).items, ...other.items].filter(
		(one) => outcomeOf(one) === 'issued',
	);
	const today = startOfDay(Date.now(), WORKFLOW_TIMEZONE);
	const made = items.filter(({ json }) => Number(json.createdAt) >= today);
	const sum = made.reduce((all, { json }) => all + Number((json._gmc as IDataObject).amount), 0);
	expect(sum).toBeLessThanOrEqual(100);
});
