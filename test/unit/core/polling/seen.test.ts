import { Seen } from '../../../../nodes/Gmc/core/polling/event';

/** Before every day. */
const all = '';
const ids = (count: number) =>
	Array.from({ length: count }, (_, i) => `67f0c0ffee${i.toString(16)}`);

test('takes at most 12 bytes for each of 1,000 additions of 8 days, with up to five statuses', () => {
	const seen = new Seen();
	for (const [i, id] of ids(1000).entries()) {
		for (let status = 0; status <= i % 5; status++) {
			seen.note(id, `STATUS_${status}`, `2026-11-1${i % 8}`);
		}
	}
	const bytes = Buffer.byteLength(JSON.stringify(seen.toJSON(all)));
	expect(bytes / 1000).toBeLessThanOrEqual(12);
});
