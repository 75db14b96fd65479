import { namedIcons, requiredModules } from './source';

test('finds every way a script loads a module', () => {
	const source = `
		const a = require('one');
		const b = cond ? require("two") : require(\`three\`);
		import('four').then(() => require.resolve('five'));
		import six from 'six';
		export * from 'seven';
		const name = 'x'; require(name);
		// require('comment')
		const text = "require('text')";
	`;
	const expected = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'name'];
	expect(requiredModules(source, 'a.js')).toEqual(expected);
});

test('finds icons for both themes', () => {
	const source = "const icon = { light: 'file:a.svg', dark: 'file:../b.svg' };";
	expect(namedIcons(source, 'a.js')).toEqual(['a.svg', '../b.svg']);
});
