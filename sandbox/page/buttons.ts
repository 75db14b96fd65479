import { ENDPOINTS, routeOf } from '../contract/endpoints';
import type { SandboxSettingsInput } from '../settings';
import { defaultSettings } from '../settings-tools';
import type { FaultInput } from '../state/faults';

/** A button of the page: what it says, what will happen, and what it asks of `/_sandbox`. */
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

/** Meets the next addition only. */
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

/** Faults and settings that people practise with most; all others go through the addresses. */
export const BUTTON_GROUPS: ButtonGroup[] = [
	{
		heading: 'The next addition',
		buttons: [
			next('is refused (400)', 'GMC says no: the row ends as rejected', {
				type: 'status',
				status: 400,
				body: refusal,
			}),
			next('is made, its answer lost', 'The connection breaks after the addition was made', {
				type: 'commitThenReset',
			}),
			next('is not made, the connection breaks', 'It breaks before anything was done', {
				type: 'resetBefore',
			}),
			next('is made, and answered with 503', 'An answer that proves nothing', {
				type: 'commitThenStatus',
				status: 503,
				body: { statusCode: 503, message: 'GMC flow temporarily unavailable' },
			}),
			next('is made, and never answered', 'Until Timeout is over, 60 seconds by default', {
				type: 'commitThenHang',
			}),
			next('is answered for another amount', 'An answer that is not about what was asked', {
				type: 'wrongAnswer',
				differs: 'amount',
			}),
			next('takes ten seconds', 'Time to press another button', { type: 'latency', ms: 10_000 }),
		],
	},
	{
		heading: 'From now on',
		buttons: [
			setting('additions stay PENDING', 'Until you complete them, or let them fail, below', {
				additions: { initialStatus: 'PENDING', settleAfterSeconds: null },
			}),
			setting('the list is two minutes late', 'It shows an addition after that time only', {
				additions: { visibleAfterSeconds: 120 },
			}),
			setting('the list is cut after 10', 'Its counter still counts all of them', {
				list: { cutAt: 10 },
			}),
			setting('Final Date does not count', 'A period ends before that day', {
				list: { finalDateInclusive: false },
			}),
			setting('this user may not issue (403)', 'INTEGRATION_ONLY is switched off', {
				auth: { integrationOnly: false },
			}),
			setting('the wallet is not approved (400)', 'No addition can be made', {
				wallet: { approved: false },
			}),
			setting('the flow is down (503)', 'No addition can be made', {
				additions: { flowAvailable: false },
			}),
		],
	},
	{
		heading: 'Now',
		buttons: [
			{
				label: 'end every session',
				title: 'The next request has to log in again',
				method: 'POST',
				path: '/tokens/expire',
			},
			{
				label: 'move the clock on 15 minutes',
				title: "The sandbox's own clock",
				method: 'POST',
				path: '/clock/advance',
				body: { minutes: 15 },
			},
			{
				label: 'remove the faults',
				title: 'Settings stay as they are',
				method: 'DELETE',
				path: '/faults',
			},
			setting('undo the settings', 'As in a new sandbox; books and faults stay', defaultSettings()),
			{
				label: 'start afresh',
				title: 'Books, settings, faults and clock as at the start',
				method: 'POST',
				path: '/reset',
				body: {},
			},
		],
	},
];
