import { AMOUNT_FORMATS } from '../../../core/money/amount';
import { LONGEST_NOTE } from '../../../core/sheet/texts';
import { number } from '../../../core/texts/words';
import { refusal } from '../../../core/util/inputError';
import type { Option } from '../../../shared/options';
import { choice, optionalText, textOrEmpty } from '../../../shared/options';
import { taxIdFormat } from '../../../shared/parameters';

/** Options of each row: how its values are read. */
export const rowFormats = {
	amountFormat: {
		field: {
			displayName: 'Amount Format',
			name: 'amountFormat',
			type: 'options',
			default: 'auto',
			options: [
				{
					name: 'Automatic',
					value: 'auto',
					description:
						'Reads 10.5, 1.234,50 and R$ 1.234,50. Refuses 1.234, which can be read in two ways.',
				},
				{
					name: 'Cents',
					value: 'cents',
					description: 'Whole numbers of hundredths, as payment platforms send them: 1050 is 10.50',
				},
				{ name: 'Decimal Comma', value: 'decimalComma', description: '1.234,50 as in Brazil' },
				{ name: 'Decimal Point', value: 'decimalPoint', description: '1,234.50 as in the USA' },
			],
			description:
				'How to read an amount. A number stays as it is, except under Cents. Defaults to Automatic.',
		},
		ifAbsent: 'auto',
		read: choice(AMOUNT_FORMATS),
	},
	taxIdFormat,
} satisfies Record<string, Option>;

/** Options of each row: what it says besides what it asks for. */
export const rowTexts = {
	/** The name that the customer should have; an empty one is not checked. Undefined where it is not used. */
	expectedName: {
		field: {
			displayName: 'Expected Name',
			name: 'expectedName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ana Souza',
			description:
				"The customer's name in your data. If the customer has another name at GMC, the row is refused.",
		},
		read: textOrEmpty,
	},
	/** For people. Not sent. */
	note: {
		field: {
			displayName: 'Note',
			name: 'note',
			type: 'string',
			default: '',
			placeholder: 'e.g. Invoice 1001',
			description:
				'A text for people, such as the reason. Kept in the ledger and put out with the row. Not sent to GMC.',
		},
		read: readNoteOption,
	},
} satisfies Record<string, Option>;

function readNoteOption(raw: unknown, label: string): string | undefined {
	const note = optionalText(raw, label);
	if ((note?.length ?? 0) <= LONGEST_NOTE) return note;
	const message = `'Note' has ${number(note!.length)} characters, but may have at most ${LONGEST_NOTE}`;
	throw refusal('OPTION_INVALID', message, "Shorten 'Note'.");
}
