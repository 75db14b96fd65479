import { randomBytes } from 'node:crypto';
import type { SandboxSettings } from '../settings';

interface Session {
	userId: string;
	usesLeft: number;
}

/** Access tokens. Their lifetime and number per user are settings (not shown: service.md 5). */
export class Sessions {
	private readonly byToken = new Map<string, Session>();

	/** Opens a session and returns its token. */
	open(userId: string, { sessionsPerUser, lifetimeUses }: SandboxSettings['login']): string {
		for (const [token, session] of this.byToken) {
			if (sessionsPerUser === 'one' && session.userId === userId) this.byToken.delete(token);
		}
		const token = `sandbox.${randomBytes(18).toString('base64url')}`;
		this.byToken.set(token, { userId, usesLeft: lifetimeUses ?? Infinity });
		return token;
	}

	/** The user a token is good for, without using it up. */
	userOf(token: string): string | undefined {
		const session = this.byToken.get(token);
		return session !== undefined && session.usesLeft > 0 ? session.userId : undefined;
	}

	/** The same, and takes one of its uses. */
	use(token: string): string | undefined {
		const userId = this.userOf(token);
		if (userId !== undefined) this.byToken.get(token)!.usesLeft -= 1;
		return userId;
	}

	expireAll(): void {
		this.byToken.clear();
	}
}
