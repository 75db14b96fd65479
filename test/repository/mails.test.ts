/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test of the repository, not a part of the package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SAMPLE_LANGUAGES, SAMPLE_NAMES, loadSample } from '../../harness/samples/samples';
import { repoRoot } from '../../harness/system/paths';

// Code of samples that is the same in several of their nodes: n8n has no place for it that they share.

const PARTS = {
	en: [
		['// Money (', '// End of money.'],
		['// The dress (', '// End of the dress.'],
	],
	'pt-BR': [
		['// Dinheiro (', '// Fim do dinheiro.'],
		['// A aparência (', '// Fim da aparência.'],
	],
};

const codeOf = async (language: (typeof SAMPLE_LANGUAGES)[number]) => {
	const samples = await Promise.all(
		SAMPLE_NAMES.map(async (name) => await loadSample(name, language)),
	);
	return samples.flatMap(({ nodes }) =>
		nodes.map(({ parameters }) => String(parameters.jsCode ?? '')),
	);
};

test.each(SAMPLE_LANGUAGES)(
	'money and dress are the same wherever a sample has them (%s)',
	async (language) => {
		const all = await codeOf(language);
		const [money, dress] = PARTS[language].map(([from, to]) =>
			all
				.filter((code) => code.includes(from))
				.map((code) => code.slice(code.indexOf(from), code.indexOf(to))),
		);
		expect([money.length, new Set(money).size]).toEqual([4, 1]);
		expect([dress.length, new Set(dress).size]).toEqual([2, 1]);
	},
);

test('the statement takes the same statuses for failed as the node', async () => {
	const status = readFileSync(path.join(repoRoot, 'nodes/Gmc/core/additions/status.ts'), 'utf8');
	const [failed] = /const FAILED = .*;/.exec(status)!;
	const code = await codeOf('en');
	expect(code.filter((one) => one.includes(failed))).toHaveLength(1);
});
