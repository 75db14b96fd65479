/* eslint-disable @n8n/community-nodes/require-node-api-error -- a tool beside the package, not a part of it */
export type Undo = (step: () => Promise<unknown>) => void;

/**
 * Starts things one after another, and notes for each how it ends. If the start fails, what was started ends.
 *
 * @returns what `start` returns, with a `stop()` that ends the last thing first, and each even if another one fails
 */
export async function undoable<Started extends object>(
	start: (undo: Undo) => Promise<Started>,
): Promise<Started & { stop(): Promise<void> }> {
	const steps: Array<() => Promise<unknown>> = [];
	const stop = async () => {
		const errors: unknown[] = [];
		for (const step of steps.splice(0).reverse()) {
			await step().catch((error: unknown) => errors.push(error));
		}
		if (errors.length > 0) throw errors[0];
	};
	try {
		return { ...(await start((step) => steps.push(step))), stop };
	} catch (error) {
		await stop().catch(() => undefined);
		throw error;
	}
}
