import { getLocal } from 'mockttp';

/** A service that takes messages, such as Slack's incoming webhooks. */
export interface Messenger {
	url: string;
	messages: unknown[];
	/** How many of the next ones it refuses (500). */
	refuse: number;
	stop(): Promise<void>;
}

export async function startMessenger(): Promise<Messenger> {
	const server = getLocal();
	await server.start();
	const messenger: Messenger = {
		url: `http://127.0.0.1:${server.port}/hook`,
		messages: [],
		refuse: 0,
		stop: async () => await server.stop(),
	};
	await server.forPost('/hook').thenCallback(async (request) => {
		if (messenger.refuse > 0) {
			messenger.refuse -= 1;
			return { statusCode: 500, body: 'not now' };
		}
		messenger.messages.push(await request.body.getJson());
		return { statusCode: 200, body: 'ok' };
	});
	return messenger;
}
