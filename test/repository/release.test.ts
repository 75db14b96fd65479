import { releaseNotes } from '../../scripts/release/notes';

const changelog = `# Changelog

All notable changes.

## [1.2.0] - 2026-11-20

### Added

- Something.

## [1.1.0] - 2026-10-01

- Older.

[1.2.0]: https://example.com/1.2.0
`;

const release = (fields: object = {}) => ({
	tag: 'v1.2.0',
	versions: { manifest: '1.2.0', lock: '1.2.0' },
	changelog,
	...fields,
});

test('the notes are the section of the version, the last one up to the links', () => {
	const last = changelog.replace(/## \[1\.1\.0\][^[]*/, '');
	for (const given of [changelog, last])
		expect(releaseNotes(release({ changelog: given }))).toBe('### Added\n\n- Something.');
});

test.each([
	['a tag that is no version', { tag: 'release-1' }, 'is not a version tag'],
	['another version in package.json', { tag: 'v1.3.0' }, 'package.json is of version 1.2.0'],
	[
		'a changelog that begins with another version',
		{ changelog: changelog.replace('[1.2.0] -', '[1.2.1] -') },
		'does not begin with',
	],
	[
		'an empty section',
		{ changelog: '## [1.2.0] - 2026-11-20\n\n[1.2.0]: https://example.com\n' },
		'says nothing about 1.2.0',
	],
])('%s is refused', (_, fields, message) => {
	expect(() => releaseNotes(release(fields))).toThrow(message);
});
