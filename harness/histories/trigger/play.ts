import type { Service } from '../../engine/service';
import type { History, Step } from './history';
import { Player } from './player';
import { World } from './world';

/** Histories end before an addition is given up, 90 days after it has left the look-back (reference.md "Trigger"). */
const MAX_MINUTES = 85 * 24 * 60;
/** Additions that one poll looks up (reference.md "Trigger"). */
const LOOKUPS_PER_POLL = 10;

/** Plays a history. @returns what went wrong behind all that happened; undefined when nothing did */
export async function play(service: Service, history: History): Promise<string | undefined> {
	const world = new World(service, history);
	await world.open();
	try {
		const problems = await run(new Player(world, service.credential, history), world, history);
		if (problems.length === 0) return undefined;
		const set = { ...history, existing: undefined, steps: undefined };
		const verdict = problems.map((problem) => `==> ${world.named(problem)}`);
		return [JSON.stringify(set), ...world.story, ...verdict].join('\n');
	} finally {
		world.close();
	}
}

async function run(player: Player, world: World, history: History): Promise<string[]> {
	await existing(player, world, history);
	if (history.firstFault) await player.failingPoll(history.firstFault, 1);
	for (const issue of history.missed) await world.issue(issue);
	// At once, so that what there was then is still within the look-back.
	await player.poll();
	let minutes = 0;
	for (const step of history.steps) {
		if (player.problems.length > 0) return player.problems;
		minutes += 'minutes' in step ? step.minutes : 0;
		if (minutes > MAX_MINUTES) break;
		await take(step, player, world);
	}
	if (player.problems.length === 0) await end(player, world, history);
	return player.problems;
}

async function existing(player: Player, world: World, history: History): Promise<void> {
	const lookBack = (world.now - player.oracle.lookBackFrom(world.now)) / 60_000;
	for (const { age, issue } of history.existing) {
		if (age <= 1) {
			await world.issue(issue, Math.max(1, Math.floor(age * lookBack)));
			continue;
		}
		// Settled: nobody promises to look up what lay beyond the look-back from the start.
		const status = issue.status === 'FAILED' ? 'FAILED' : 'COMPLETED';
		await world.issue({ ...issue, status }, (history.lookBackDays + age + 3) * 24 * 60);
	}
}

async function take(step: Step, player: Player, world: World): Promise<void> {
	switch (step.do) {
		case 'wait':
			return await world.wait(step.minutes);
		case 'clock jump':
			return world.jump(step.byMinutes);
		case 'issue':
			return await world.issue(step.issue);
		case 'move':
			return await world.move(step.picks, step.to);
		case 'poll':
			return await player.poll({ stumble: step.stumble, picks: step.hidden });
		case 'failing poll':
			return await player.failingPoll(step.fault, step.fromRequest);
		case 'two polls':
			return await player.poll({ atOnce: 2 });
		case 'manual test':
			return await player.test();
		case 'restart':
			return player.restart(step.with);
		case 'reactivate':
			return await player.reactivate(step.with, step.minutes, step.lookBackDays);
		case 'wipe':
			return player.wipe();
	}
}

/** Good polls, until everything is visible and whatever is pending has had its turn. */
async function end(player: Player, world: World, history: History): Promise<void> {
	await world.wait(history.visibleAfterMinutes + 1);
	const polls = Math.ceil((await world.books()).length / LOOKUPS_PER_POLL) + 1;
	for (let i = 0; i < polls && player.problems.length === 0; i++) await player.poll();
	if (player.problems.length > 0) return;
	player.problems.push(...player.oracle.finish(await world.books()));
}
