import { sleep } from 'n8n-workflow';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	Service,
	addParameters,
	outcomeOf,
	startGmc,
} from '../../../../../harness/engine';
import { LOOK_UP_ADDITION } from '../../../../../harness/sandbox/routes';

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const rows = Array.from({ length: 8 }, (_, index) => ({ customer: ana.taxId, amount: index + 1 }));

const until = async (isSo: () => Promise<boolean>) => {
	while (!(await isSo())) await sleep(10);
};

/** Long enough for a row that must not be sent to be sent. */
const aWhile = async () => await sleep(400);

test('a cancelled execution sends no new row, and its batch completes it', async () => {
	const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
	await service.admin.addFault({ route: ISSUE, nth: 3, action: { type: 'commitThenHang' } });
	const parameters = addParameters({ concurrency: 1, ...batch });
	const running = startGmc(service.credential, { parameters, rows });
	await until(async () => (await service.asked(ISSUE)) === 3);
	running.cancel();
	await aWhile();
	expect(await service.asked(ISSUE)).toBe(3);
	const { items } = await service.add(rows, batch);
	expect(items.map(outcomeOf)).toEqual([
		...Array<string>(3).fill('skipped'),
		...Array<string>(5).fill('issued'),
	]);
	expect(await service.charged(ana._id)).toBe(8);
});

test('waiting for completion ends when the execution is cancelled', async () => {
	await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
	const options = { waitForCompletion: true, waitTimeout: 60 };
	const running = startGmc(service.credential, { parameters: addParameters(options), rows });
	await until(async () => (await service.asked(LOOK_UP_ADDITION)) > 0);
	running.cancel();
	await aWhile();
	const looks = await service.asked(LOOK_UP_ADDITION);
	await aWhile();
	expect(await service.asked(LOOK_UP_ADDITION)).toBe(looks);
});
