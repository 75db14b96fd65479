import type { Finding } from '../benchmark';
import type { Task } from '../options';
import { resultOf, startService } from '../processes';
import type { Poll } from './measure';
import type { PollerInput } from './poller';
import { type Case, aimsOf, figuresOf } from './report';

const LOOK_BACK_DAYS = 7;
/** Older additions, by those inside the look-back. */
const OUTSIDE_TIMES = 10;

/** The shorter a list, the more the machine's other work shows in a single poll. */
const runsFor = (listed: number, isQuick: boolean) => (isQuick || listed > 10_000 ? 3 : 15);

interface Stock {
	/** Additions inside the look-back, spread over it. */
	inside: number;
	/** Older ones, out of the look-back's sight. */
	outside: number;
}

async function casesOf(stock: Stock, { isQuick, say }: Task<never>): Promise<Case[]> {
	const { inside, outside } = stock;
	const service = await startService({
		seedSize: 100,
		seedAdditions: inside,
		seedAdditionDays: LOOK_BACK_DAYS,
		seedOlderAdditions: outside,
	});
	try {
		const cases: Case[] = [];
		for (const isTrigger of [true, false]) {
			const runs = runsFor(isTrigger ? inside : inside + outside, isQuick);
			// A process of its own, so that neither memory nor compiled code of another case is in it.
			const input: PollerInput = {
				url: service.url,
				lookBackDays: isTrigger ? LOOK_BACK_DAYS : undefined,
				runs,
			};
			const polls = await resultOf<Poll[]>('trigger/poller', input);
			cases.push(...polls.map((poll) => ({ ...stock, ...poll })));
			say(`${inside} inside, ${outside} outside: ${JSON.stringify(polls)}`);
		}
		return cases;
	} finally {
		await service.stop();
	}
}

/** Polls of the trigger and of the whole list, with much outside the look-back and with nothing. */
export async function benchPolls(task: Task<'sizes'>): Promise<Finding> {
	const cases: Case[] = [];
	for (const inside of task.numbers.sizes) {
		for (const outside of [0, OUTSIDE_TIMES * inside]) {
			cases.push(...(await casesOf({ inside, outside }, task)));
		}
	}
	return { figures: figuresOf(cases), aims: aimsOf(cases), cases };
}
