// eslint-plugin-n8n-nodes-base in the version this project pins. `eslint.config.mjs` has to stay n8n's
// template (strict mode), and that one brings an older copy of the same plugin.
import nodesBase from 'eslint-plugin-n8n-nodes-base';
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
	ruleset('community', ['package.json'], { extraFileExtensions: ['.json'] }),
	ruleset('credentials', ['credentials/**/*.ts']),
	ruleset('nodes', ['nodes/**/*.ts']),
];
