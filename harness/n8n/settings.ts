/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
import { LOOPBACK } from '../system/ports';

/** Nothing of the surroundings may reach n8n: its own settings, a database's, npm's, a test runner's. */
const NOT_INHERITED =
	/^(N8N_|npm_|NODE_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_|GENERIC_|JEST_|TS_NODE|TSX_|FORCE_COLOR)/i;

/** A company's own certificate authority has to stay, or nothing behind its proxy is reached. */
const INHERITED = 'NODE_EXTRA_CA_CERTS';

/** Its only task is to ask n8n's servers, once per start, for a list of MCP servers. */
const MCP_REGISTRY = 'mcp-registry';

/** The environment of a private n8n: loopback only, silent towards n8n's own servers. */
export function n8nEnvironment(settings: {
	userFolder: string;
	port: number;
	brokerPort: number;
	extra?: Record<string, string>;
}): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(
		([name]) => name === INHERITED || !NOT_INHERITED.test(name),
	);
	const url = `http://${LOOPBACK}:${settings.port}/`;
	return {
		...Object.fromEntries(inherited),
		NODE_ENV: 'production',
		N8N_USER_FOLDER: settings.userFolder,
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_PORT: String(settings.port),
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		N8N_HOST: LOOPBACK,
		N8N_EDITOR_BASE_URL: url,
		GENERIC_TIMEZONE: 'America/Sao_Paulo',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DISABLED_MODULES: MCP_REGISTRY,
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// As n8n 3 has it: a Code node that takes longer ends with an error.
		N8N_RUNNERS_TASK_TIMEOUT: '60',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		// A machine that is busy with tests is no database that is gone, for which n8n refuses all requests.
		DB_PING_TIMEOUT_MS: '60000',
		N8N_LOG_LEVEL: 'info',
		...settings.extra,
	};
}
