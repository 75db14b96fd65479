import { DEFAULT_N8N_VERSION, OLDEST_N8N_VERSION } from '../../harness/n8n/install';
import { read } from './files';

/** Each version of n8n that a page calls the oldest that will do. */
const OLDEST = /n8n,? (\d[\d.]*\d) or newer|oldest n8n that is supported is (\d[\d.]*\d)/g;

test.each(['README.md', 'CHANGELOG.md', 'docs/first-top-up.md', 'docs/internals/n8n.md'])(
	'%s names the oldest n8n that is supported',
	(name) => {
		const named = [...read(name).matchAll(OLDEST)].map(
			([, needed, supported]) => needed ?? supported,
		);
		expect([...new Set(named)]).toEqual([OLDEST_N8N_VERSION]);
	},
);

test('the README names the versions of n8n that the tests run on', () => {
	expect(read('README.md')).toContain(`${OLDEST_N8N_VERSION} and ${DEFAULT_N8N_VERSION}.`);
});

test('package.json names the oldest n8n', () => {
	const { engines } = JSON.parse(read('package.json')) as { engines: object };
	expect(engines).toMatchObject({ n8n: `>=${OLDEST_N8N_VERSION}` });
});
