import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_HOLD_MINUTES } from '../../../../core/ledger/claim';
import { inBoth } from '../../../../shared/bothLanguages';
import { taxIdFormatField } from '../../../../shared/commonFields';

/** What a person needs first: is it right, how much at most, has it completed. */
const everydayOptions: INodeProperties[] = [
	{
		displayName: 'Dry Run (Simulação)',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		description: inBoth(
			'Whether to only show what would be paid, and send nothing',
			'Se o nó só faz uma simulação e não envia nada',
		),
	},
	{
		displayName: 'Expected Name',
		name: 'expectedName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ana Souza',
		description: inBoth(
			"The customer's name in your sheet: a row whose customer has another name at GMC is refused before anything is sent",
			'O nome do cliente na sua planilha: uma linha cujo cliente tem outro nome na GMC é recusada antes de qualquer envio',
		),
	},
	{
		displayName: 'Maximum Amount',
		name: 'maxAmount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description: inBoth(
			'A row above this, in its own currency, is refused before anything is sent; AI agents need it',
			'Uma linha acima deste valor, na moeda dela, é recusada antes de qualquer envio; agentes de IA precisam dele',
		),
	},
	{
		displayName: 'Maximum per Day',
		name: 'maxPerDay',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description: inBoth(
			'A run that brings all top-ups of today in one currency, whoever made them, above this is refused before anything is sent',
			'Uma execução que leva todas as recargas de hoje em uma moeda, de quem quer que sejam, acima disto é recusada antes de qualquer envio',
		),
	},
	{
		displayName: 'Maximum Total',
		name: 'maxTotal',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description: inBoth(
			'A run whose rows of one currency add up to more than this is refused before anything is sent',
			'Uma execução cujas linhas de uma mesma moeda somam mais que isto é recusada antes de qualquer envio',
		),
	},
	{
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description: inBoth(
			'Whether to wait until each top-up has completed or failed at GMC; one that fails becomes an error',
			'Se o nó espera até cada recarga ser concluída ou falhar na GMC; a que falha vira um erro',
		),
	},
];

const technicalOptions: INodeProperties[] = [
	{
		displayName: 'Amount Format',
		name: 'amountFormat',
		type: 'options',
		default: 'auto',
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description:
					'Reads 10.5, 1.234,50 and R$ 1.234,50; refuses 1.234, which can be read in two ways',
			},
			{ name: 'Decimal Comma', value: 'decimalComma', description: '1.234,50 as in Brazil' },
			{ name: 'Decimal Point', value: 'decimalPoint', description: '1,234.50 as in the USA' },
		],
		description: 'How an amount that comes as text is read; a number is taken as it is',
	},
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 4,
		description:
			'How many top-ups are sent at the same time, 1 to 100; left out, the node finds out how many GMC bears',
	},
	{
		displayName: 'Hold (Minutes)',
		name: 'hold',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_HOLD_MINUTES,
		description: inBoth(
			"How long a row that may have been paid, and that GMC's list does not show, is held back before it is sent again",
			'Por quanto tempo fica retida, antes de ser enviada de novo, uma linha que pode ter sido paga e que a lista da GMC não mostra',
		),
	},
	{
		displayName: 'Ledger Table',
		name: 'ledgerTable',
		type: 'string',
		default: 'GMC top-ups',
		description:
			'Name of the Data Table that remembers what each key and each batch has paid, made when it is first needed',
	},
	taxIdFormatField,
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'Seconds to wait for the answer of each request',
	},
	{
		displayName: 'Validate First',
		name: 'validateFirst',
		type: 'boolean',
		default: true,
		description:
			'Whether all rows are checked before the first one is sent, so that a bad one keeps back all of them',
	},
	{
		displayName: 'Wait Interval',
		name: 'waitInterval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 2,
		description: 'Seconds between two looks at a top-up that has not completed',
		displayOptions: { show: { waitForCompletion: [true] } },
	},
	{
		displayName: 'Wait Timeout',
		name: 'waitTimeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'Seconds to wait at most, for all rows together',
		displayOptions: { show: { waitForCompletion: [true] } },
	},
];

/** What may be chosen under Options, in the order of the editor: each group by the alphabet. */
export const addOptions: INodeProperties[] = [...everydayOptions, ...technicalOptions];
