import { getAddition } from '../../api/additions';
import type { GmcClient } from '../../api/client';
import type { Addition } from '../../api/schemas';
import { runPool } from '../../core/pace/pool';

/** More additions than these are taken from one list instead of being asked for one by one. */
export const MAX_LOOKUPS = 20;
const LOOKUPS_AT_ONCE = 4;

/** Additions by their ids, one request each: of the first MAX_LOOKUPS ids, as far as they can be had. */
export async function additionsById(
	{ client }: { client: GmcClient },
	ids: string[],
): Promise<Map<string, Addition>> {
	const found = new Map<string, Addition>();
	await runPool(
		ids.slice(0, MAX_LOOKUPS),
		() => LOOKUPS_AT_ONCE,
		async (id) => {
			const addition = await getAddition(client.transport, id).catch(() => undefined);
			if (addition !== undefined) found.set(id, addition);
		},
	);
	return found;
}
