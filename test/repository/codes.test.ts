import { filesBelow, read } from './files';
import { CODES } from '../../nodes/Gmc/core/codes';

const sources = filesBelow('nodes', '.ts').map(read).join();

test.each(Object.keys(CODES))('the code %s is said somewhere', (code) => {
	expect(sources).toContain(`'${code}'`);
});

test('the page in Portuguese has every code with its meaning and its cure, and no other', () => {
	const rows = [...read('docs/pt-BR.md').matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \|$/gm)];
	expect(rows.map(([, code]) => code)).toEqual(Object.keys(CODES).sort());
});

test('"Something went wrong" says what to do about each code', () => {
	const page = read('docs/something-went-wrong.md');
	expect(Object.keys(CODES).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
