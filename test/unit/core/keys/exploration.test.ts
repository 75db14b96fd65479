import { explore } from '../../../../harness/keys/explore';
import { payer } from '../../../../harness/keys/payer';
import type { Fate } from '../../../../harness/keys/world';

const charge = (name: string, amount = 1) => ({ identifiers: [name], amount, currency: 'BRL' });
const FATES: Fate[] = ['done', 'lostDone', 'lostLate', 'lostNever', 'refused'];
const [k1, k2] = ['k1', 'k2'].map((ref) => ({ ref, charge: charge('ana') }));

test.each([
	['one row, two crashes', { wishes: [k1], crashes: 2, fates: FATES }],
	[
		'two equal rows, one crash, done or late',
		{ wishes: [k1, k2], crashes: 1, fates: ['done', 'lostLate'] as Fate[] },
	],
])('%s', (name, scenario) => {
	const started = Date.now();
	const result = explore({ runs: 3, payer: payer(), ...scenario });
	console.log(name, result, Date.now() - started);
	expect(result.counterexample).toBeUndefined();
});
