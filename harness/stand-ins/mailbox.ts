/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Guest } from '../n8n/test-bed';
import { type Change, withChosenCredential } from '../samples/changes';

const LOGIN = { user: 'n8n', password: 'Throwaway-1-mail' };

/** A mail server on this machine, and the mails that it got. */
class Mailbox {
	readonly mails: Email[] = [];

	/** How many of the next mails it refuses for now. */
	refuse = 0;

	private readonly server = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: ({ username, password }, _session, done) => {
			const isOurs = username === LOGIN.user && password === LOGIN.password;
			done(isOurs ? null : new Error('Wrong login'), { user: username });
		},
		onData: (stream, _session, done) => {
			const parsed = buffer(stream).then(async (raw) => await PostalMime.parse(raw));
			void parsed.then((mail) => {
				if (this.refuse-- > 0) return done(new Error('Try again later'));
				this.mails.push(mail);
				return done();
			}, done);
		},
	});

	/** @returns the data of the credential `smtp` of n8n */
	async start(): Promise<Record<string, unknown>> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		const { port } = this.server.server.address() as AddressInfo;
		return { ...LOGIN, host: '127.0.0.1', port, secure: false, disableStartTls: true };
	}

	async stop(): Promise<void> {
		await new Promise((resolve) => this.server.close(() => resolve(undefined)));
	}
}

/**
 * A mailbox for the tests of a file, emptied before each of them, and the change by which a sample sends its mails there.
 *
 * @param e2e an n8n that is running before the first test
 */
export function mailboxForThisFile(e2e: Pick<Guest, 'client'>): {
	mailbox: Mailbox;
	withMailbox: Change;
} {
	const mailbox = new Mailbox();
	let chosen: Change;
	beforeAll(async () => {
		const smtp = await e2e.client.createCredential('smtp', 'SMTP', await mailbox.start());
		chosen = withChosenCredential('n8n-nodes-base.emailSend', 'smtp', smtp);
	});
	beforeEach(() => {
		mailbox.mails.length = 0;
		mailbox.refuse = 0;
	});
	afterAll(async () => await mailbox.stop());
	return { mailbox, withMailbox: (workflow) => chosen(workflow) };
}
