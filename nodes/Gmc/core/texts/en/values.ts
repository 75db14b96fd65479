import { number } from './words';

/** Values of fields and options. */
export const values = {
	/** What a value is, where it should be something else. */
	kinds: {
		list: 'a list',
		boolean: 'a value of type boolean',
		object: 'an object',
		number: 'a number',
		other: 'a value of another type',
	},
	mustBe: ({ label, shown, wanted }: { label: string; shown?: string; wanted: string }) =>
		`${label} is ${shown ?? 'empty'}, but must be ${wanted}`,
	setTo: ({ label, wanted }: { label: string; wanted: string }) => `Set ${label} to ${wanted}.`,
	setOrLeaveOut: ({ label, wanted }: { label: string; wanted: string }) =>
		`Set ${label} to ${wanted}, or leave it out for its default.`,
	oneOf: ({ values: all }: { values: readonly string[] }) => `one of ${all.join(', ')}`,
	trueOrFalse: 'true or false',
	aboveZero: ({ max }: { max?: number }) =>
		`a number above zero${max === undefined ? '' : `, up to ${number(max)}`}`,
	fromZero: ({ max }: { max?: number }) =>
		`a number of zero or more${max === undefined ? '' : `, up to ${number(max)}`}`,
	whole: ({ min, max }: { min: number; max?: number }) =>
		`a whole number ${max === undefined ? `of at least ${number(min)}` : `from ${number(min)} to ${number(max)}`}`,
	text: 'a text',
	dateTime: 'a date and time',
	shortened: ({ shown }: { shown: string }) =>
		`${shown} is what Excel makes of a long number, such as a CNPJ: its last digits are lost`,
	giveInFull:
		'Format the column as text, write the number anew in full, and save the sheet again. An Excel workbook (.xlsx) keeps 15 digits of a number, and all of them in a column that is formatted as text.',
	names: {
		additionId: 'The addition ID',
		name: 'The name',
		email: 'The e-mail',
	},
	empty: ({ name }: { name: string }) => `${name} is empty`,
	noText: ({ name, what }: { name: string; what: string }) => `${name} is ${what}, not a text`,
	tooLong: ({ name }: { name: string }) => `${name} is too long`,
	idTooLong: 'the ID is too long',
	noId: ({ shown }: { shown: string }) => `${shown} is not an ID of GMC`,
	noEmail: 'The e-mail is not an e-mail address',
	writeEmail: 'Write it like name@company.com.',
	noDate: ({ name }: { name: string }) => `${name} is not a date`,
	writeDate: 'Write it like 2026-11-20 or 2026-11-20T15:00:00Z.',
};
