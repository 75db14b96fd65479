import type { Service } from '../service';
import { changedSettings, defaultSettings, mergeSettings, type SandboxSettings } from '../settings';
import { type Fault, type FaultInput, FaultSchema } from '../state/faults';
import { BUTTON_GROUPS } from './buttons';

// What is active, in the words of the buttons. What no button does is for people who send requests: it keeps its name.

const BUTTONS = BUTTON_GROUPS.flatMap((group) => group.buttons);

const MINUTE_MS = 60_000;

const effectOf = ({ route, action }: FaultInput): string =>
	JSON.stringify([route, FaultSchema.shape.action.parse(action)]);

/** By their effects, the labels of the buttons that add a fault. */
const FAULT_LABELS = new Map(
	BUTTONS.filter(({ method, path }) => method === 'POST' && path === '/faults').map(
		({ label, body }) => [effectOf(body as FaultInput), label],
	),
);

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
	return FAULT_LABELS.get(effectOf(fault)) ?? `${fault.action.type} at ${fault.route}`;
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
