import type { AdminAddition } from '../../sandbox/http/views';
import type { Editor } from './editor';

/** The additions that the sandbox has issued when it was asked to, in their order. */
export async function issuedAdditions({ e2e }: Editor): Promise<AdminAddition[]> {
	const { additions } = await e2e.sandbox.admin.charges();
	return additions.filter(({ source }) => source === 'api');
}
