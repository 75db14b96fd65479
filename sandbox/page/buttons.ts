import { ENDPOINTS, routeOf } from '../contract/endpoints';
import { defaultSettings, type SandboxSettingsInput } from '../settings';
import type { FaultInput } from '../state/faults';

/** A button of the page: its label, its tooltip, and its request to `/_sandbox`. */
export interface Button {
	label: string;
	title: string;
	method: 'POST' | 'PATCH' | 'DELETE';
	path: string;
	body?: object;
}

export interface ButtonGroup {
	heading: string;
	buttons: Button[];
}

const ISSUE = routeOf(ENDPOINTS.issue);

/** Affects the next top-up only. */
const next = (label: string, title: string, action: FaultInput['action']): Button => {
	const fault: FaultInput = { route: ISSUE, times: 1, action };
	return { label, title, method: 'POST', path: '/faults', body: fault };
};

const setting = (label: string, title: string, change: SandboxSettingsInput): Button => ({
	label,
	title,
	method: 'PATCH',
	path: '/settings',
	body: change,
});

const refusal = { statusCode: 400, message: 'Inconsistent amount' };

/** The most useful faults and settings. The others take a request (`ROUTES`). */
export const BUTTON_GROUPS: ButtonGroup[] = [
	{
		heading: 'The next top-up',
		buttons: [
			next('Refuse it (400)', 'The row ends as rejected', {
				type: 'status',
				status: 400,
				body: refusal,
			}),
			next('Make it, lose the answer', 'The connection breaks after the top-up is made', {
				type: 'commitThenReset',
			}),
			next('Lose the request', 'The connection breaks before anything is done', {
				type: 'resetBefore',
			}),
			next('Make it, answer 503', 'An answer that proves nothing', {
				type: 'json',
				status: 503,
				body: { statusCode: 503, message: 'GMC flow temporarily unavailable' },
			}),
			next('Make it, never answer', 'The node waits until its Timeout, 60 seconds by default', {
				type: 'commitThenHang',
			}),
			next('Answer with another amount', 'The answer is not about this top-up', {
				type: 'wrongAnswer',
				differs: 'amount',
			}),
			next('Delay it by ten seconds', 'Gives you time to press another button', {
				type: 'latency',
				ms: 10_000,
			}),
		],
	},
	{
		heading: 'From now on',
		buttons: [
			setting('Keep top-ups PENDING', 'Until you complete them or let them fail, below', {
				additions: { initialStatus: 'PENDING', settleAfterSeconds: null },
			}),
			setting('Delay the list by two minutes', 'It shows a top-up only after that time', {
				additions: { visibleAfterSeconds: 120 },
			}),
			setting('List only 10 top-ups', 'The counter still counts all of them', {
				list: { cutAt: 10 },
			}),
			setting('Exclude the last day', 'A period ends before its finalDate', {
				list: { finalDateInclusive: false },
			}),
			setting('Forbid top-ups (403)', 'INTEGRATION_ONLY is switched off', {
				auth: { integrationOnly: false },
			}),
			setting('Withdraw the wallet approval (400)', 'No top-up can be made', {
				wallet: { approved: false },
			}),
			setting('Take the service down (503)', 'No top-up can be made', {
				additions: { flowAvailable: false },
			}),
		],
	},
	{
		heading: 'Now',
		buttons: [
			{
				label: 'End all sessions',
				title: 'The next request has to log in again',
				method: 'POST',
				path: '/tokens/expire',
			},
			{
				label: 'Move the clock 15 minutes ahead',
				title: "Only the sandbox's clock. A Hold in n8n does not end sooner",
				method: 'POST',
				path: '/clock/advance',
				body: { minutes: 15 },
			},
			{
				label: 'Remove the faults',
				title: 'Settings stay as they are',
				method: 'DELETE',
				path: '/faults',
			},
			setting('Reset the settings', 'Top-ups and faults stay', defaultSettings()),
			{
				label: 'Start over',
				title: 'Resets top-ups, customers, settings, faults and the clock',
				method: 'POST',
				path: '/reset',
				body: {},
			},
		],
	},
];
