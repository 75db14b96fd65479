/** Of Latin-1, from U+00A0 on. */
const LATIN_1 = `
nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`
	.trim()
	.split(/\s/);

const ASCII: Record<string, string> = {
	Tab: '\t',
	NewLine: '\n',
	excl: '!',
	quot: '"',
	QUOT: '"',
	num: '#',
	dollar: '$',
	percnt: '%',
	amp: '&',
	AMP: '&',
	apos: "'",
	lpar: '(',
	rpar: ')',
	ast: '*',
	plus: '+',
	comma: ',',
	hyphen: '-',
	period: '.',
	sol: '/',
	colon: ':',
	semi: ';',
	lt: '<',
	LT: '<',
	equals: '=',
	gt: '>',
	GT: '>',
	quest: '?',
	commat: '@',
	lsqb: '[',
	lbrack: '[',
	bsol: '\\',
	rsqb: ']',
	rbrack: ']',
	Hat: '^',
	lowbar: '_',
	grave: '`',
	lcub: '{',
	lbrace: '{',
	verbar: '|',
	vert: '|',
	rcub: '}',
	rbrace: '}',
	tilde: '~',
};

/** What the named entities of HTML stand for that a password may well hold. */
export const ENTITIES = new Map([
	...LATIN_1.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
	...Object.entries(ASCII),
]);
