import { type SandboxAdmin, adminOf } from './http/admin';
import { API_PREFIX, buildApp } from './http/app';
import type { SeedName } from './seeds';
import { Service } from './service';

export interface SandboxOptions {
	/** 0, the default: any free port. */
	port?: number;
	seed?: SeedName;
}

export interface RunningSandbox {
	/** `http://127.0.0.1:<port>` */
	url: string;
	/** Base URL of the service, with `/api`. */
	baseUrl: string;
	close(): Promise<void>;
	admin: SandboxAdmin;
}

/** Starts a GMC service on the loopback interface. Throws the system's error (`code` EADDRINUSE) if the port is in use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const { port = 0, seed = 'demo' } = options;
	const service = new Service(seed);
	const app = buildApp(service);
	const url = await app.listen({ port, host: '127.0.0.1' });
	service.url = url;
	const baseUrl = url + API_PREFIX;
	const close = async () => await app.close();
	return { url, baseUrl, close, admin: adminOf(service) };
}
