/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a tool beside the package, not a part of it */
/** Runs a program to its end: the exit code is what it answers, or 1 and the reason on stderr. */
export function leaveWith(work: Promise<number>): void {
	work.then(
		(code) => process.exit(code),
		(error: unknown) => {
			process.stderr.write(`${(error as Error).message}\n`);
			process.exit(1);
		},
	);
}
