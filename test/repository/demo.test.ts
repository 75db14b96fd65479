import { readOptions } from '../../scripts/demo/options';
import { WORDS } from '../../scripts/demo/words';
import { TOP_UP_NODES, outcomeTable } from '../../harness/samples/outcome';
import { loadSample, topUpTrigger } from '../../harness/samples/samples';
import { LANGUAGES, languageOf } from '../../sandbox/language';

// What `npm start` says, and which samples it brings.

test('the language is that of the system, or the one that was asked for', () => {
	expect(readOptions([]).language).toBe(languageOf());
	expect(readOptions(['--language', 'pt-BR'])).toMatchObject({ language: 'pt-BR', port: 5678 });
	expect(readOptions(['--language', 'en']).language).toBe('en');
	expect(() => readOptions(['--language', 'pt'])).toThrow(
		'--language wants en or pt-BR, not "pt".',
	);
});

test.each(LANGUAGES)(
	'the demo in %s runs nodes that its sample has, and names it',
	async (language) => {
		const { name, nodes } = await loadSample('top-up-from-spreadsheet', language);
		const { rows, ends } = TOP_UP_NODES[language];
		const named = nodes.map((node) => node.name);
		expect(named).toEqual(expect.arrayContaining([rows, ...ends, topUpTrigger(language)]));
		const { help, steps, columns, issued } = WORDS[language];
		expect(help).toContain(`"${name}"`);
		expect(steps.run).toContain(`"${name}"`);
		expect(issued(19, 20)).toMatch(/^19 \w+ 20 /);
		expect(outcomeTable([], columns)).toContain(columns[5]);
	},
);

test('the help names every option in both languages', () => {
	const optionsIn = (help: string) =>
		[...help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name);
	expect(optionsIn(WORDS['pt-BR'].help)).toEqual(optionsIn(WORDS.en.help));
});
