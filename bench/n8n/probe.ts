import axios, { type AxiosInstance } from 'axios';
import { LOOPBACK } from '../../harness/system/ports';

/** What one run of a node costs n8n's process. */
export interface NodeCost {
	wallMs: number;
	cpuMs: number;
	/** The longest time that nothing else of the process could run, by the CPU of the event loop's thread. */
	longestBlockCpuMs: number;
	/** How often each outcome of Balance: Add is among its items. */
	outcomes: Record<string, number>;
}

/** What the process holds after a garbage collection. */
export interface Memory {
	heapUsed: number;
	external: number;
	rss: number;
	/** Open file descriptors. */
	fds: number;
	/** Timers, sockets and the like that keep the event loop going. */
	handles: number;
}

/** A finished execution. */
export interface ProbedExecution {
	status: string;
	error?: string;
	nodes: Record<string, NodeCost>;
}

/** Asks the probe (probe.cjs) inside an n8n. */
export class Probe {
	private readonly http: AxiosInstance;

	constructor(port: number) {
		this.http = axios.create({ baseURL: `http://${LOOPBACK}:${port}`, proxy: false });
	}

	/** Collects garbage and tells what is left. */
	async memory(): Promise<Memory> {
		return (await this.http.get<Memory>('/memory')).data;
	}

	/** Milliseconds of CPU that the process has used so far. */
	async cpuTime(): Promise<number> {
		return (await this.http.get<number>('/cpu')).data;
	}

	/** Waits for an execution's end, saved or not, without asking n8n for it. */
	async execution(id: string): Promise<ProbedExecution> {
		return (await this.http.get<ProbedExecution>(`/execution/${id}`)).data;
	}
}
