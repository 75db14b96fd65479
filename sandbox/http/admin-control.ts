import { z } from 'zod';
import { DEMO_USER, SEED_NAMES } from '../seeds';
import type { SandboxSettingsInput } from '../settings';
import { FaultSchema } from '../state/faults';
import { type AdminRoute, route } from './admin-route';

/** What goes into n8n's `gmcApi` credential. */
export interface SandboxCredential {
	baseUrl: string;
	loginEndpoint: 'auth';
	authUrl: string;
	loginUrl: string;
	email: string;
	senha: string;
	clientKey: string;
	clientSecret: string;
	origin: string;
	tokenField: string;
}

/** The credential of the demo user. */
export function credentialFor(baseUrl: string): SandboxCredential {
	const { email, senha, clientKey, clientSecret, allowedOrigins } = DEMO_USER;
	return {
		baseUrl,
		loginEndpoint: 'auth',
		authUrl: '',
		loginUrl: '',
		email,
		senha,
		clientKey,
		clientSecret,
		origin: allowedOrigins[0],
		tokenField: '',
	};
}

const duration = z
	.object({
		seconds: z.number().default(0),
		minutes: z.number().default(0),
		hours: z.number().default(0),
		days: z.number().default(0),
	})
	.strict()
	.refine((parts) => millisecondsOf(parts) >= 0, 'time does not run backwards');

/** How far to move the clock; the parts are added. */
export type Duration = z.input<typeof duration>;

const millisecondsOf = (parts: Record<'seconds' | 'minutes' | 'hours' | 'days', number>): number =>
	(((parts.days * 24 + parts.hours) * 60 + parts.minutes) * 60 + parts.seconds) * 1000;

// It is checked after it was merged.
const partialSettings = z.record(z.unknown()).transform((value) => value as SandboxSettingsInput);

const resetBody = z
	.object({ seed: z.enum(SEED_NAMES).optional(), settings: partialSettings.optional() })
	.strict();
const freezeBody = z.object({ at: z.string().datetime({ offset: true }).optional() }).strict();

/** Settings, state, faults and clock. */
export const controlRoutes: AdminRoute[] = [
	route(
		'GET',
		'/settings',
		'the settings in use (sandbox/settings.ts says what they do)',
		({ settings }) => settings,
	),
	route('PATCH', '/settings', 'change settings (any part, at any depth)', (service, { body }) => {
		service.configure(body(partialSettings));
		return service.settings;
	}),
	route('POST', '/reset', 'start over: { seed?, settings? }', (service, { body }) => {
		service.reset(body(resetBody));
		return service.settings;
	}),
	route('GET', '/credential', 'values for the n8n credential', ({ url }) =>
		credentialFor(`${url}/api`),
	),
	route('GET', '/faults', 'the active faults', ({ faults }) => faults.list()),
	route('POST', '/faults', 'add a fault', ({ faults }, { body }) => faults.add(body(FaultSchema))),
	route('DELETE', '/faults', 'remove every fault', ({ faults }) => faults.clear()),
	route('GET', '/clock', 'the time', ({ clock }) => clock.view()),
	route('POST', '/clock/freeze', 'stop the clock: { at? }', ({ clock }, { body }) => {
		const { at } = body(freezeBody);
		clock.freeze(at === undefined ? undefined : Date.parse(at));
		return clock.view();
	}),
	route('POST', '/clock/advance', 'move the clock ahead: { seconds? … }', ({ clock }, { body }) => {
		clock.advance(millisecondsOf(body(duration)));
		return clock.view();
	}),
	route('POST', '/clock/unfreeze', 'start the clock again', ({ clock }) => {
		clock.unfreeze();
		return clock.view();
	}),
	route('POST', '/tokens/expire', 'end every session', ({ sessions }) => sessions.expireAll()),
];
