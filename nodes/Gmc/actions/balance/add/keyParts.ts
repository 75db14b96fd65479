import { valuesIn } from '../../../shared/expressions';

/** Values that a composed key is made of. Each is there; where the key chooses some of them, one is. */
export interface KeyPart {
	of: string[];
	isChoice: boolean;
}

/** An expression inside a text. */
const TEMPLATE = /\{\{(.*?)\}\}/gs;

/** What puts values together, and what chooses some of them. */
const JOINS = /\+|\$\{|\.(?:concat|join)\(/;
const CHOOSES = /\|\||&&|\?(?!\.)|\$if/i;

/** The parts of a key. None if it is one value and nothing else. @param raw the expression as it is saved */
export function keyParts(raw: string): KeyPart[] {
	const text = raw.slice(1).trim();
	// Behind the last end there is none, and looking for one takes long.
	const whole = text.slice(0, text.lastIndexOf('}}') + 2);
	const templates = [...whole.matchAll(TEMPLATE)].map(([template]) => template);
	const isAlone = templates.length === 1 && templates[0] === text;
	return templates.flatMap((template) => {
		const { values, rest } = valuesIn(template);
		if (values.length > 0 && JOINS.test(template)) {
			return { of: values.map((value) => `{{ ${value} }}`), isChoice: CHOOSES.test(rest) };
		}
		return isAlone ? [] : { of: [template], isChoice: false };
	});
}
