// n8n's template, which `eslint.config.mjs` has to stay (strict mode), and what this project asks for beside it, in one
// pass: eslint-plugin-n8n-nodes-base in the version that is pinned here (the template brings an older copy), and our own
// rules of CONTRIBUTING.
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import template from './eslint.config.mjs';
import { refused } from './scripts/words.mjs';

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

const restricted = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));

/** What gives something else each time. */
const IMPURE = restricted(
	'The core reads no clock, rolls no dice and waits for nothing.',
	'Identifier[name=/^(AbortSignal|fetch|performance|process|random(Bytes|Int|UUID)|set(Immediate|Interval|Timeout))$/]',
	'MemberExpression[object.name="Date"][property.name="now"]',
	'MemberExpression[object.name="DateTime"][property.name=/^(local|now|utc)$/]',
	'MemberExpression[object.name="Math"][property.name="random"]',
	'NewExpression[callee.name="Date"][arguments.length=0]',
);

/** Memory of running executions, or of what is in the register. It is gone with them. */
const OF_RUNS = {
	'nodes/Gmc/api/dispatch.ts': 'dispatches',
	'nodes/Gmc/core/util/processMemory.ts': 'memories|runs',
	'nodes/Gmc/ledger/openTable.ts': 'told',
	'nodes/Gmc/api/credentialTest.ts': 'logins',
	'nodes/Gmc/picker/searchCustomers.ts': 'entries',
	'nodes/Gmc/trigger/memory.ts': 'contexts',
};

const OF_A_MODULE = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration';
const READONLY =
	'[id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/], [id.typeAnnotation.typeAnnotation.operator="readonly"]';
const EMPTY = '[init.type="NewExpression"][init.arguments.length=0], [init.elements.length=0]';

/** A module's own variables that begin empty, so that somebody fills them, or that change. */
const memories = (known) =>
	restricted(
		'Memory that outlasts an execution is in the register (keptInProcess), so that tests can empty it.',
		`${OF_A_MODULE}[kind!="const"]`,
		`${OF_A_MODULE} > :matches(${EMPTY}):not(${READONLY}, [id.name=/^(${known})$/])`,
	);

const WORDS = restricted(
	`CONTRIBUTING "Words" refuses a word of this text: ${refused}`,
	`Literal[value=${refused}]`,
	`TemplateElement[value.cooked=${refused}]`,
);

const LONG_LISTS = restricted(
	'From 125,000 values on, the call stack is full. Use a loop, concat or flat.',
	'CallExpression[callee.property.name=/^(push|unshift)$/] > SpreadElement',
);

/** Whoever asks it has to be found again by whoever changes one of the four. */
const PROTECTIONS = restricted(
	'Only protection/index.ts asks which Duplicate Protection it is. Ask the Protection what it does, or give it a member.',
	'MemberExpression[property.name="duplicateProtection"]',
	'ObjectPattern > Property[key.name="duplicateProtection"]',
	'BinaryExpression[operator=/^[!=]==?$/] > Literal[value=/^(key|batch|recent|off)$/]',
);

const FATES = restricted(
	'What becomes of a row is decided in fate.ts, by a verdict: see decide.ts.',
	'CallExpression[callee.property.name=/^(leaveUnknown|notAttempt|reject|replan|setCandidates|skip)$/]',
);

const CORE = 'nodes/Gmc/core';
const ADD = 'nodes/Gmc/actions/balance/add';

/** For a file that several of them name, the last counts. */
const restrictions = (files, ...selectors) => ({
	files: [files],
	rules: { 'no-restricted-syntax': ['error', ...WORDS, ...selectors.flat()] },
});

export default [
	// It may hold an n8n, with thousands of scripts.
	{ ignores: ['.cache'] },
	...template,
	ruleset('community', ['package.json']),
	ruleset('credentials', ['credentials/**/*.ts']),
	ruleset('nodes', ['nodes/**/*.ts']),
	restrictions('{sandbox/page,scripts/demo}/**/*.ts'),
	restrictions('{nodes,credentials}/**/*.ts', memories(''), LONG_LISTS),
	restrictions(`${ADD}/**/*.ts`, memories(''), LONG_LISTS, PROTECTIONS, FATES),
	// It reads the field, or makes a protection of it.
	restrictions(`${ADD}/{settings,protection/index}.ts`, memories(''), LONG_LISTS, FATES),
	// It applies verdicts, or an answer of GMC, or the end of the run.
	restrictions(`${ADD}/{decide,row,send}.ts`, memories(''), LONG_LISTS, PROTECTIONS),
	restrictions(`${CORE}/**/*.ts`, memories(''), LONG_LISTS, IMPURE),
	...Object.entries(OF_RUNS).map(([file, known]) =>
		restrictions(file, memories(known), LONG_LISTS, file.startsWith(CORE) ? IMPURE : []),
	),
	{
		files: ['**/*.ts'],
		ignores: ['test/**'],
		rules: {
			'max-lines': ['error', { max: 250 }],
			'max-lines-per-function': ['error', { max: 40 }],
		},
	},
];
