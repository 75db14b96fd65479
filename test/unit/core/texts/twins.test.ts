import { en } from '../../../../nodes/Gmc/core/texts/en';
import { ptBR } from '../../../../nodes/Gmc/core/texts/pt-BR';

// That no text lacks its twin, and takes the same parameters, is held by the types. Here: that a twin says it in its
// own language.

type Text = string | ((parameters: never) => unknown);
interface Room {
	[name: string]: Text | Room;
}

/** Every text by its path; of a function its source, which has its words in it. */
function textsOf(room: Room, path = ''): Array<[path: string, source: string]> {
	return Object.entries(room).flatMap(([name, text]): Array<[string, string]> => {
		const place = `${path}${name}`;
		return typeof text === 'object' ? textsOf(text, `${place}.`) : [[place, String(text)]];
	});
}

const english = textsOf(en);
const portuguese = new Map(textsOf(ptBR));

test('both languages have the same texts', () => {
	expect(english.length).toBeGreaterThan(100);
	expect([...portuguese.keys()].sort()).toEqual(english.map(([path]) => path).sort());
});

test('no text was left in English', () => {
	const left = english.filter(([path, text]) => text !== '' && portuguese.get(path) === text);
	expect(left.map(([path]) => path)).toEqual([]);
});
