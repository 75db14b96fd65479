/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { readFile, readdir } from 'node:fs/promises';
import { sum } from 'simple-statistics';

/** Linux counts processor time in hundredths of a second and memory in pages of 4 kB. */
const TICKS_PER_SECOND = 100;
const PAGES_PER_MB = 256;

/** What a process and the ones it started use. */
export interface Usage {
	cpuSeconds: number;
	/** Resident memory in MB; pages that several processes share count in each. */
	rssMb: number;
	/** The same of the process alone, without its task runner. */
	ownRssMb: number;
}

interface ProcessStat {
	pid: number;
	group: number;
	ticks: number;
	pages: number;
}

/** See proc(5), `/proc/pid/stat`. The name, in brackets, may hold spaces. */
function parseStat(pid: number, text: string): ProcessStat {
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	const [group, utime, stime, pages] = [2, 11, 12, 21].map((index) => Number(fields[index]));
	return { pid, group, ticks: utime + stime, pages };
}

async function allProcesses(): Promise<ProcessStat[]> {
	const names = await readdir('/proc').catch(() => []);
	const pids = names.map(Number).filter((pid) => pid > 0);
	const stats = pids.map(async (pid) => {
		// A process may be gone by now.
		const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
		return text === undefined ? [] : [parseStat(pid, text)];
	});
	return (await Promise.all(stats)).flat();
}

/** What the process group that `pid` leads uses now; zeros where there is no `/proc`, that is off Linux. */
export async function usageOf(pid: number): Promise<Usage> {
	const members = (await allProcesses()).filter(({ group }) => group === pid);
	const own = members.filter((member) => member.pid === pid);
	return {
		cpuSeconds: sum(members.map(({ ticks }) => ticks)) / TICKS_PER_SECOND,
		rssMb: sum(members.map(({ pages }) => pages)) / PAGES_PER_MB,
		ownRssMb: sum(own.map(({ pages }) => pages)) / PAGES_PER_MB,
	};
}
