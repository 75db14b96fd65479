import { randomBytes } from 'node:crypto';
import type { SandboxSettings } from '../settings';

interface Session {
	userId: string;
	expiresAt: number;
	usesLeft: number;
}

/** Access tokens. Their lifetime and number per user are settings (not shown: service.md 5). */
export class Sessions {
	private readonly byToken = new Map<string, Session>();

	/** Opens a session and returns its token. `now` is in epoch milliseconds. */
	open(userId: string, now: number, settings: SandboxSettings['login']): string {
		if (settings.sessionsPerUser === 'one') this.closeAllOf(userId);
		const token = `sandbox.${randomBytes(18).toString('base64url')}`;
		const { lifetimeSeconds, lifetimeUses } = settings;
		this.byToken.set(token, {
			userId,
			expiresAt: lifetimeSeconds === null ? Infinity : now + lifetimeSeconds * 1000,
			usesLeft: lifetimeUses ?? Infinity,
		});
		return token;
	}

	/** The user a token is good for, without using it up. */
	userOf(token: string, now: number): string | undefined {
		const session = this.byToken.get(token);
		if (session === undefined || session.usesLeft < 1 || now >= session.expiresAt) return undefined;
		return session.userId;
	}

	/** The same, and takes one of its uses. */
	use(token: string, now: number): string | undefined {
		const userId = this.userOf(token, now);
		const session = this.byToken.get(token);
		if (userId !== undefined && session !== undefined) session.usesLeft -= 1;
		return userId;
	}

	expireAll(): void {
		this.byToken.clear();
	}

	private closeAllOf(userId: string): void {
		for (const [token, session] of this.byToken) {
			if (session.userId === userId) this.byToken.delete(token);
		}
	}
}
