import {
	AFTER_HOLD,
	ana,
	DEMO_CUSTOMERS,
	KEY,
	LIST_CUSTOMERS,
	passTime,
	RECENT,
	row,
	Service,
} from '../../../../harness/engine';
import { LOOK_UP_ADDITION } from '../../../../harness/sandbox/routes';
import { BY_ID } from './support';

// What is believed of GMC's answers, and what is not.

const service = Service.forThisFile();

test('a conflict (409) does not prove that nothing was done', async () => {
	const body = {
		statusCode: 409,
		code: 'DUPLICATE',
		message: 'An equal addition was made just now',
	};
	await service.fault({ type: 'json', status: 409, body }, 1);
	const run = await service.addOn([row(10)], KEY);
	expect(run.outcomes).toEqual(['issued']);
	expect(await service.charged(ana.taxId, 10)).toBe(1);
});

test('where GMC cannot be asked what became of a paid row, a hint says so', async () => {
	await service.addOn([row(25)], KEY);
	await service.refuse({ route: LOOK_UP_ADDITION }, 500);
	const { outcomes, hints } = await service.addOn([row(25)], KEY);
	expect(outcomes).toEqual(['skipped']);
	expect(hints.join()).toContain('GMC did not tell the status of some paid rows');
});

test('an equal row of a customer without a tax ID is sent after the hold', async () => {
	const body = DEMO_CUSTOMERS.map(({ _id, name, email }) => ({ _id, name, email }));
	await service.fault({ type: 'status', status: 200, body }, { route: LIST_CUSTOMERS });
	const pay = async () =>
		(await service.addOn([row(10, { customer: ana._id })], RECENT, { parameters: BY_ID })).outcomes;
	await service.lose('never');
	expect(await pay()).toEqual(['unknown']);
	passTime(AFTER_HOLD);
	expect(await pay()).toEqual(['issued']);
});
