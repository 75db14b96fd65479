/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
const REPAINT_EVERY_MS = 100;
const REPORT_EVERY_MS = 10_000;

/** Lets a running step say what it is at. */
export type OnProgress = (detail: string) => void;

/** One line, replaced in place on a terminal. */
function paint(text: string): void {
	const width = (process.stdout.columns || 80) - 1;
	process.stdout.write(`\r\x1b[2K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
}

/**
 * Runs `work`, showing `title`, the seconds gone by and what `work` reports: in one line on a terminal, elsewhere (CI,
 * a log file) in a new one every ten seconds.
 */
export async function step<T>(
	title: string,
	work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
	const { isTTY } = process.stdout;
	const started = Date.now();
	let detail = '';
	const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
	const show = () => {
		const line = `… ${title} ${seconds()}  ${detail}`;
		if (isTTY) paint(line);
		else process.stdout.write(`${line}\n`);
	};
	const end = (mark: string) => {
		clearInterval(timer);
		if (isTTY) paint('');
		process.stdout.write(`${mark} ${title} (${seconds()})\n`);
	};
	show();
	const timer = setInterval(show, isTTY ? REPAINT_EVERY_MS : REPORT_EVERY_MS);
	try {
		const result = await work((text) => {
			detail = text.trim();
		});
		end('✔');
		return result;
	} catch (error) {
		end('✖');
		throw error;
	}
}
