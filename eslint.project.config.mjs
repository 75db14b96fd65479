// What this project asks for beside n8n's template, which `eslint.config.mjs` has to stay (strict mode):
// eslint-plugin-n8n-nodes-base in the version that is pinned here (the template brings an older copy), and our own
// rules of CONTRIBUTING.
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import unicorn from 'eslint-plugin-unicorn';
import tseslint from 'typescript-eslint';

/** Rules that n8n's own template switches off, for the same files. */
const templateExceptions = {
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
};

const ruleset = (name, files, parserOptions = {}) => ({
	files,
	languageOptions: { parser: tseslint.parser, parserOptions },
	plugins: { 'n8n-nodes-base': nodesBase },
	rules: { ...nodesBase.configs[name].rules, ...templateExceptions },
});

export default [
	{ ignores: ['dist/', 'node_modules/'] },
	ruleset('community', ['package.json'], { extraFileExtensions: ['.json'] }),
	ruleset('credentials', ['credentials/**/*.ts']),
	ruleset('nodes', ['nodes/**/*.ts']),
	{
		files: ['**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		// Comments in the files switch off rules of the template.
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		plugins: { unicorn, '@n8n/community-nodes': communityNodes },
		rules: { 'unicorn/no-useless-spread': 'error' },
	},
	{
		files: ['**/*.ts'],
		ignores: ['test/**'],
		rules: {
			'max-lines': ['error', { max: 250 }],
			'max-lines-per-function': ['error', { max: 40 }],
		},
	},
];
