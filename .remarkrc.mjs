import { refused } from './scripts/words.mjs';

/** Guides for users keep to the words of CONTRIBUTING. */
const words = () => (_, file) => {
	if (!/^(README|docs\/[^/]+)\.md$/.test(file.path)) return;
	for (const [at, line] of String(file).split('\n').entries()) {
		const [word] = refused.exec(line) ?? [];
		if (word) file.message(`CONTRIBUTING "Words" refuses "${word}"`, { line: at + 1, column: 1 });
	}
};

export default { plugins: [['remark-validate-links', { repository: false }], words] };
