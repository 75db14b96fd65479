export interface Release {
	/** The tag that was pushed, such as `v1.2.3`. */
	tag: string;
	versions: { manifest: string; lock: string };
	changelog: string;
}

const HEADING = /^## \[([^\]]+)\] - (.+)$/;

/**
 * The notes of a release: its section of the changelog.
 *
 * @throws Error when tag, package.json, package-lock.json and the newest dated section do not name the same
 *   version; nothing may be published then
 */
export function releaseNotes({ tag, versions, changelog }: Release): string {
	const version = /^v(\d+\.\d+\.\d+(-[\w.]+)?)$/.exec(tag)?.[1];
	if (version === undefined) throw new Error(`${tag} is not a version tag such as v1.2.3`);
	for (const [file, found] of Object.entries({
		'package.json': versions.manifest,
		'package-lock.json': versions.lock,
	})) {
		if (found !== version) throw new Error(`${file} is of version ${found}, the tag is ${tag}`);
	}
	const lines = changelog.split('\n');
	const first = lines.findIndex((line) => HEADING.test(line));
	const [, newest, date] = HEADING.exec(lines[first] ?? '') ?? [];
	if (newest !== version || !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
		throw new Error(`CHANGELOG.md does not begin with "## [${version}] - " and the day`);
	}
	const section = lines.slice(first + 1);
	const end = section.findIndex((line) => HEADING.test(line) || /^\[[^\]]+\]: /.test(line));
	const notes = section.slice(0, end < 0 ? undefined : end).join('\n');
	if (notes.trim() === '') throw new Error(`CHANGELOG.md says nothing about ${version}`);
	return notes.trim();
}
