// n8n's template, which `eslint.config.mjs` has to stay (strict mode), and what this project asks for beside it, in one
// pass: eslint-plugin-n8n-nodes-base in the version that is pinned here (the template brings an older copy), and our own
// rules of CONTRIBUTING.
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import unicorn from 'eslint-plugin-unicorn';
import template from './eslint.config.mjs';

/** Rules that n8n's own template switches off, for the same files. */
const templateExceptions = [
	'cred-class-field-documentation-url-miscased',
	'cred-class-field-type-options-password-missing',
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-type-options-max-value-present',
];

/** The rules of the pinned version, beside those of the older copy. */
const ruleset = (name, files) => ({
	files,
	plugins: { pinned: nodesBase },
	rules: Object.fromEntries(
		Object.entries(nodesBase.configs[name].rules)
			.map(([rule, level]) => [rule.replace('n8n-nodes-base/', ''), level])
			.filter(([rule]) => !templateExceptions.includes(rule))
			.map(([rule, level]) => [`pinned/${rule}`, level]),
	),
});

export default [
	...template,
	ruleset('community', ['package.json']),
	ruleset('credentials', ['credentials/**/*.ts']),
	ruleset('nodes', ['nodes/**/*.ts']),
	{
		files: ['**/*.ts'],
		plugins: { unicorn },
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
