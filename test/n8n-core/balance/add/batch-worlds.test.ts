import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { BATCH, LIST_ADDITIONS, LOOK_UP_ADDITION } from './given';
import { ana } from './people';
import { AFTER_HOLD, passTime, Service } from './support';

// A sheet of one customer that people correct in every way, run again and again: GMC never has more top-ups than rows.

const service = Service.forThisFile();
jest.setTimeout(600_000);
const WORLDS = 80;

const seldom = (weight: number) =>
	fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const edit = fc.record({
	row: fc.nat(2),
	amount: fc.constantFrom(10, 20),
	/** Whether it has somebody else's name. */
	isMisnamed: seldom(4),
	isDeleted: seldom(2),
});
const FATES = {
	done: { type: 'commitThenReset' },
	never: { type: 'resetBefore' },
	refused: { type: 'status', status: 400, body: { message: 'no' } },
	failed: { type: 'commitAsFailed' },
} as const;
const fate = fc.constantFrom<Array<keyof typeof FATES | 'issued'>>(
	...(['issued', 'issued', 'done', 'never', 'refused', 'failed'] as const),
);
const step = fc.record({
	edits: fc.array(edit, { maxLength: 2 }),
	fates: fc.array(fate, { maxLength: 3 }),
	isTwice: seldom(3),
	concurrency: fc.constantFrom(1, 3),
	onError: fc.constantFrom('continueRegularOutput' as const, 'stopWorkflow' as const),
	/** Requests for the list, and for one top-up, that GMC does not answer. The transport tries each four times. */
	unanswered: fc.constantFrom(0, 0, 0, 1, 4, 8),
	/** Whether the Base URL is corrected before. */
	isMoved: seldom(5),
	/** Top-ups that fail afterwards. */
	fail: fc.array(fc.nat(3), { maxLength: 2 }),
	isHeldAfter: seldom(1),
});
const world = fc.record({
	amounts: fc.array(fc.constantFrom(10, 10, 20), { minLength: 1, maxLength: 3 }),
	visibleAfterSeconds: fc.constantFrom(0, 0, 100),
	steps: fc.array(step, { minLength: 2, maxLength: 4 }),
});

const made = async () =>
	(await service.admin.additions()).filter(
		(one) => one.source === 'api' && one.status !== 'FAILED',
	);

test('a run makes no more than brings the top-ups to the number of rows, and tells no more as paid', async () => {
	await fc.assert(
		fc.asyncProperty(world, async ({ amounts, visibleAfterSeconds, steps }) => {
			const additions = { initialStatus: 'PENDING', settleAfterSeconds: null, visibleAfterSeconds };
			await service.restart({ additions });
			service.tables.drop('GMC top-ups');
			// A row that was sent under its right name may have been paid.
			const rows = amounts.map((amount) => {
				return { amount, isMisnamed: false, isDeleted: false, sent: new Set<number>() };
			});
			const story: unknown[] = [];
			for (const step of steps) {
				const { edits, fates, isTwice, concurrency, onError, fail } = step;
				for (const { row, ...to } of edits) Object.assign(rows.at(row) ?? {}, to);
				const sheet = rows.filter(({ isDeleted }) => !isDeleted);
				for (const one of sheet) if (!one.isMisnamed) one.sent.add(one.amount);
				const items = sheet.map(
					({ amount, isMisnamed }): IDataObject => ({
						customer: ana.taxId,
						amount,
						name: isMisnamed ? 'Bruno Lima' : 'Ana Souza',
					}),
				);
				for (const [at, one] of fates.entries())
					if (one !== 'issued') await service.fault(FATES[one], at + 1);
				if (step.isMoved) await service.useOtherAddress();
				for (const route of [LIST_ADDITIONS, LOOK_UP_ADDITION])
					if (step.unanswered > 0)
						await service.fault({ type: 'resetBefore' }, { route, times: step.unanswered });
				const before = (await made()).length;
				const options = { ...BATCH, expectedName: '={{ $json.name }}', concurrency };
				const run = async () => await service.add(items, options, { onError });
				const runs = await Promise.all(
					items.length === 0 ? [] : isTwice ? [run(), run()] : [run()],
				);
				await service.admin.clearFaults();
				const after = await made();
				story.push({
					items,
					fates,
					outcomes: runs.map(({ outcomes }) => outcomes),
					after: after.length,
				});
				const payable = sheet.filter(({ sent, amount }) => sent.has(amount)).length;
				const isTooMany = after.length > Math.max(before, payable);
				const isUntrue = runs.some(
					({ outcomes }) =>
						outcomes.filter((one) => /issued|skipped/.test(String(one))).length > after.length,
				);
				// What GMC does not show, or not yet, cannot be seen to have failed.
				const isShown = visibleAfterSeconds === 0 && step.unanswered === 0;
				if (isTooMany || (isUntrue && isShown))
					throw new Error(story.map((one) => JSON.stringify(one)).join('\n'));
				for (const at of fail) {
					const one = after.at(at);
					if (one) await service.admin.settle(one._id, 'FAILED');
				}
				if (step.isHeldAfter) passTime(AFTER_HOLD);
			}
		}),
		{ numRuns: WORLDS },
	);
});
