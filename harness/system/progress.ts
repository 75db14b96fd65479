/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
const REPORT_EVERY_MS = 10_000;

/** Lets a running step say what it is at. */
export type OnProgress = (detail: string) => void;

/** Runs `work`, showing `title`, and every ten seconds how long it has taken and what `work` reports. */
export async function step<T>(
	title: string,
	work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
	const started = Date.now();
	let detail = '';
	const say = (mark: string, more = '') => {
		const seconds = ((Date.now() - started) / 1000).toFixed(1);
		process.stdout.write(`${mark} ${title} (${seconds} s)${more}\n`);
	};
	say('…');
	const timer = setInterval(() => say('…', `  ${detail}`), REPORT_EVERY_MS);
	let mark = '✖';
	try {
		const result = await work((text) => (detail = text.trim()));
		mark = '✔';
		return result;
	} finally {
		clearInterval(timer);
		say(mark);
	}
}
