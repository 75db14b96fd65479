import { ENDPOINTS, routeOf } from '../contract/endpoints';
import type { Service } from '../service';
import {
	changedSettings,
	defaultSettings,
	mergeSettings,
	type SandboxSettings,
	type SandboxSettingsInput,
} from '../settings';
import type { Fault, FaultInput } from '../state/faults';

/** A button of the page: its label, its tooltip, and its request to `/_sandbox`. */
export interface Button {
	label: string;
	title: string;
	method: 'POST' | 'PATCH' | 'DELETE';
	path: string;
	body?: object;
}

type Action = FaultInput['action'];
const route = routeOf(ENDPOINTS.issue);

/** Affects the next top-up only. */
const next = (label: string, title: string, action: Action): Button => {
	const body: FaultInput = { route, times: 1, label, action };
	return { label, title, method: 'POST', path: '/faults', body };
};
const setting = (label: string, title: string, body: SandboxSettingsInput): Button => {
	return { label, title, method: 'PATCH', path: '/settings', body };
};
const now = (label: string, title: string, path: string, body = {}): Button => {
	return { label, title, method: 'POST', path, body };
};

const REFUSAL = { statusCode: 400, message: 'Inconsistent amount' };
const UNAVAILABLE = { statusCode: 503, message: 'GMC flow temporarily unavailable' };
const REFUSE: Action = { type: 'status', status: 400, body: REFUSAL };
const ANSWER_503: Action = { type: 'json', status: 503, body: UNAVAILABLE };
const OTHER_AMOUNT: Action = { type: 'wrongAnswer', differs: 'amount' };
const RESET: Action = { type: 'commitThenReset' };
const LOST: Action = { type: 'resetBefore' };
const HANG: Action = { type: 'commitThenHang' };
const DELAY: Action = { type: 'latency', ms: 10_000 };
const PENDING = { additions: { initialStatus: 'PENDING', settleAfterSeconds: null } };
const LATE = { additions: { visibleAfterSeconds: 120 } };
const CUT = { list: { cutAt: 10 } };
const EXCLUSIVE = { list: { finalDateInclusive: false } };
const FORBIDDEN = { auth: { integrationOnly: false } };
const NO_WALLET = { wallet: { approved: false } };
const DOWN = { additions: { flowAvailable: false } };

/** The most useful faults and settings. The others take a request (`ROUTES`). */
export const BUTTON_GROUPS: Array<{ heading: string; buttons: Button[] }> = [
	{
		heading: 'The next top-up',
		buttons: [
			next('Refuse it (400)', 'The row ends as rejected', REFUSE),
			next('Make it, lose the answer', 'The connection breaks after the top-up is made', RESET),
			next('Lose the request', 'The connection breaks before anything is done', LOST),
			next('Make it, answer 503', 'An answer that proves nothing', ANSWER_503),
			next('Make it, never answer', 'The node waits for its Timeout, 60 seconds by default', HANG),
			next('Answer with another amount', 'The answer is not about this top-up', OTHER_AMOUNT),
			next('Delay it by ten seconds', 'Gives you time to press another button', DELAY),
		],
	},
	{
		heading: 'From now on',
		buttons: [
			setting('Keep top-ups PENDING', 'Until you complete them or let them fail, below', PENDING),
			setting('Delay the list by two minutes', 'It shows a top-up only after that time', LATE),
			setting('List only 10 top-ups', 'The counter still counts all of them', CUT),
			setting('Exclude the last day', 'A period ends before its finalDate', EXCLUSIVE),
			setting('Forbid top-ups (403)', 'INTEGRATION_ONLY is switched off', FORBIDDEN),
			setting('Withdraw the wallet approval (400)', 'No top-up can be made', NO_WALLET),
			setting('Take the service down (503)', 'No top-up can be made', DOWN),
		],
	},
	{
		heading: 'Now',
		buttons: [
			now('End all sessions', 'The next request has to log in again', '/tokens/expire'),
			now(
				"Move GMC's clock 15 minutes ahead",
				"n8n's clock stays, so no Hold ends sooner",
				'/clock/advance',
				{ minutes: 15 },
			),
			{
				...now('Remove the faults', 'Settings and clock stay as they are', '/faults'),
				method: 'DELETE',
			},
			now(
				'Reset settings and clock',
				'The list shows every top-up again. Top-ups and faults stay',
				'/settings/reset',
			),
			now('Start over', 'Resets top-ups, customers, settings, faults and the clock', '/reset'),
		],
	},
];

// What is active, in the words of the buttons. What no button does is for people who send requests: it keeps its name.

const BUTTONS = BUTTON_GROUPS.flatMap((group) => group.buttons);

const MINUTE_MS = 60_000;

/** The labels of the buttons that change settings, with what they change. */
const SETTING_BUTTONS = BUTTONS.filter(({ path }) => path === '/settings').map(
	({ label, body = {} }) => ({
		label,
		changes: changedSettings(mergeSettings(defaultSettings(), body)),
	}),
);

/** @param fault undefined if it was removed */
export function nameOf(fault?: Fault): string {
	if (fault === undefined) return 'a fault that was removed';
	return fault.label ?? `${fault.action.type} at ${fault.route}`;
}

/** Names what is not as it is at the beginning: faults that wait for their request, settings, the clock. */
export function activeIn({ faults, settings, clock }: Service): string[] {
	const waiting = faults.list().filter(({ times = Infinity, fired }) => fired < times);
	const ahead = Math.round(clock.aheadMs() / MINUTE_MS);
	return [
		...waiting.map(nameOf),
		...settingsIn(settings),
		...(ahead === 0 ? [] : [`GMC’s clock is ${ahead} minutes ahead`]),
	];
}

function settingsIn(settings: SandboxSettings): string[] {
	const changes = changedSettings(settings);
	const pressed = SETTING_BUTTONS.filter((one) =>
		one.changes.every((change) => changes.includes(change)),
	);
	const named = pressed.flatMap((one) => one.changes);
	const others = changes.filter((change) => !named.includes(change));
	return [...pressed.map(({ label }) => label), ...others];
}
