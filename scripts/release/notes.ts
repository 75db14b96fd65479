export interface Release {
	/** The tag that was pushed, such as `v1.2.3`. */
	tag: string;
	versions: { manifest: string; lock: string };
	changelog: string;
}

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
	const sections = changelog.split(/^(?=## \[)/m);
	const [heading, ...lines] = sections.find((one) => /^## .+ - /.test(one))?.split('\n') ?? [''];
	if (!heading.startsWith(`## [${version}] - `) || !/ \d{4}-\d{2}-\d{2}$/.test(heading)) {
		throw new Error(`CHANGELOG.md does not begin with "## [${version}] - " and the day`);
	}
	const [notes] = lines.join('\n').split(/^\[[^\]]+\]: /m);
	if (notes.trim() === '') throw new Error(`CHANGELOG.md says nothing about ${version}`);
	return notes.trim();
}
