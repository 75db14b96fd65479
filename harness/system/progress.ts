/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SPIN_EVERY_MS = 100;
const REPORT_EVERY_MS = 10_000;

/** Lets a running step say what it is at. */
export type OnProgress = (detail: string) => void;

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** One line, replaced in place on a terminal. */
function paint(text: string): void {
	const width = (process.stdout.columns || 80) - 1;
	process.stdout.write(`\r\x1b[2K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
}

function spinner(title: string, started: number, detail: () => string): () => void {
	let frame = 0;
	const timer = setInterval(() => {
		const mark = FRAMES[frame++ % FRAMES.length];
		paint(`${mark} ${title} ${seconds(started)}  ${detail()}`);
	}, SPIN_EVERY_MS);
	return () => {
		clearInterval(timer);
		process.stdout.write('\r\x1b[2K');
	};
}

/** Without a terminal (CI, a log file): a line at the start and one every ten seconds. */
function reporter(title: string, started: number, detail: () => string): () => void {
	process.stdout.write(`… ${title}\n`);
	const timer = setInterval(() => {
		process.stdout.write(`  ${title}: ${seconds(started)}  ${detail()}\n`);
	}, REPORT_EVERY_MS);
	return () => clearInterval(timer);
}

/** Runs `work`, showing `title`, the seconds gone by and what `work` reports. */
export async function step<T>(
	title: string,
	work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
	const started = Date.now();
	let detail = '';
	const show = process.stdout.isTTY ? spinner : reporter;
	const end = show(title, started, () => detail);
	try {
		const result = await work((text) => {
			detail = text.trim();
		});
		end();
		process.stdout.write(`✔ ${title} (${seconds(started)})\n`);
		return result;
	} catch (error) {
		end();
		process.stdout.write(`✖ ${title} (${seconds(started)})\n`);
		throw error;
	}
}
