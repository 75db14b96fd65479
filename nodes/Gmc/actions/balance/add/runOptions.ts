import { DEFAULT_HOLD_MINUTES } from '../../../core/ledger/hold';
import { MAX_IN_FLIGHT } from '../../../core/pace/limiter';
import type { Option } from '../../../shared/options';
import { flag, nonNegativeNumber, positiveNumber, wholeNumber } from '../../../shared/options';
import { textValue } from '../../../shared/parameters';

/** An option of the whole run, which is read from the first row. */
export interface RunOption extends Option {
	/** Whether an AI model may fill it: only if it lets no more money go (security.md "AI agents"). */
	modelMaySet?: boolean;
}

/** Seconds. */
const MAX_TIMEOUT = 3_600;
const MAX_WAIT_TIMEOUT = 86_400;
/** Minutes: a week. Entries are kept longer. */
const MAX_HOLD = 10_080;

/** Options of the whole run. */
export const runOptions = {
	/** Top-ups sent at the same time; undefined: set automatically. */
	concurrency: {
		field: {
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'string',
			default: 'auto',
			placeholder: 'e.g. auto or 10',
			description:
				'How many top-ups to send at once, from 1 to 100, or auto for as many as GMC can handle. Defaults to auto.',
		},
		ifAbsent: 'auto',
		read: readConcurrency,
		modelMaySet: true,
	},
	dryRun: {
		field: {
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: true,
			description:
				'Whether to only show what would be paid, and send nothing. If you leave it out, rows are sent.',
		},
		ifAbsent: false,
		read: flag,
	},
	hold: {
		field: {
			displayName: 'Hold (Minutes)',
			name: 'hold',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_HOLD_MINUTES,
			description:
				"How long a row whose answer was lost waits for GMC's list to show it. Then it is sent again. Defaults to 15.",
		},
		ifAbsent: DEFAULT_HOLD_MINUTES,
		read: nonNegativeNumber(MAX_HOLD),
	},
	/** Name of the Data Table that is the ledger. */
	ledgerTable: {
		field: {
			displayName: 'Ledger Table',
			name: 'ledgerTable',
			type: 'string',
			default: 'GMC top-ups',
			description:
				'The Data Table that knows what was paid. Another name starts a new one: everything can be paid again. Defaults to GMC top-ups.',
		},
		ifAbsent: 'GMC top-ups',
		read: textValue,
	},
	// An empty limit is refused: it must not mean that there is none.
	maxAmount: {
		field: {
			displayName: 'Maximum Amount',
			name: 'maxAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1000,
			description:
				'A row above this, in its own currency, is refused. If you leave it out, there is no limit.',
		},
		read: positiveNumber(),
	},
	maxPerDay: {
		field: {
			displayName: 'Maximum per Day',
			name: 'maxPerDay',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10000,
			description:
				"Nothing is sent if today's total, from any source, would go above this. Counts per currency. If you leave it out, there is no limit.",
		},
		read: positiveNumber(),
	},
	maxTotal: {
		field: {
			displayName: 'Maximum Total',
			name: 'maxTotal',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10000,
			description:
				'Nothing is sent if the rows add up to more than this. Counts per currency. If you leave it out, there is no limit.',
		},
		read: positiveNumber(),
	},
	/** Seconds, per request. */
	timeout: {
		field: {
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How long to wait for the answer to each request. Defaults to 60.',
		},
		ifAbsent: 60,
		read: positiveNumber(MAX_TIMEOUT),
	},
	waitForCompletion: {
		field: {
			displayName: 'Wait for Completion',
			name: 'waitForCompletion',
			type: 'boolean',
			default: true,
			description:
				"Whether to wait until GMC has completed each top-up, for as long as 'Wait Timeout (Seconds)' says. One that fails is then rejected. If you leave it out, the node does not wait.",
		},
		ifAbsent: false,
		read: flag,
		modelMaySet: true,
	},
	waitTimeout: {
		field: {
			displayName: 'Wait Timeout (Seconds)',
			name: 'waitTimeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description:
				"How long 'Wait for Completion' waits at most, for all rows together. Defaults to 60.",
			displayOptions: { show: { waitForCompletion: [true] } },
		},
		ifAbsent: 60,
		read: positiveNumber(MAX_WAIT_TIMEOUT),
		modelMaySet: true,
	},
} satisfies Record<string, RunOption>;

function readConcurrency(raw: unknown, label: string): number | undefined {
	return raw === 'auto' ? undefined : wholeNumber(MAX_IN_FLIGHT)(raw, label);
}
