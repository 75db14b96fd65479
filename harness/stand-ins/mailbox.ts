/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const LOGIN = { user: 'n8n', password: 'Throwaway-1-mail' };

/** A mail server on this machine, and the mails that it got. */
export interface Mailbox {
	mails: Email[];
	/** How many of the next mails it refuses for now. */
	refuse: number;
	/** The data of the credential `smtp` of n8n. */
	credential: Record<string, unknown>;
	stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const mails: Email[] = [];
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: ({ username, password }, _session, done) => {
			const isOurs = username === LOGIN.user && password === LOGIN.password;
			done(isOurs ? null : new Error('Wrong login'), { user: username });
		},
		onData: (stream, _session, done) => {
			const parsed = buffer(stream).then(async (raw) => await PostalMime.parse(raw));
			void parsed.then((mail) => {
				if (mailbox.refuse-- > 0) return done(new Error('Try again later'));
				mails.push(mail);
				return done();
			}, done);
		},
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as AddressInfo;
	const mailbox: Mailbox = {
		mails,
		refuse: 0,
		credential: { ...LOGIN, host: '127.0.0.1', port, secure: false, disableStartTls: true },
		stop: async () => await new Promise((resolve) => server.close(() => resolve())),
	};
	return mailbox;
}
