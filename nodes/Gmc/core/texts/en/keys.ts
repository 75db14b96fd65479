import type { Moment } from '../words/wordsIn';
import { count, list, money, number, time } from './words';

/** A key of the ledger that equals another one but for leading zeros, and what it was used for. */
interface Known {
	known: string;
	shown: string;
	amount: number;
	currency: string;
	at: Moment;
}

/** Idempotency Keys, and the ledger. */
export const keys = {
	keyIs: ({ what }: { what: string }) => `the Idempotency Key is ${what}, not a text or a number`,
	mapKey: 'Map one field that names the row for good, such as its order number.',
	keyTooLong: ({ length, max }: { length: number; max: number }) =>
		`the Idempotency Key has ${number(length)} characters; ${number(max)} are allowed`,
	mapShorterKey: 'Map a shorter field that names the row for good, such as its order number.',
	keyInexact: ({ shown }: { shown: string }) =>
		`the Idempotency Key ${shown} is a number too large to be exact`,
	giveKeyAsText: 'Two long numbers may have become the same one. Give the key as text.',
	missing: 'the row has no Idempotency Key',
	everyRow:
		'Give every row a key, and look whether the field in the expression is spelt as in the input. Rows without one are sent by a node with another Duplicate Protection.',
	contradicted: ({ shown }: { shown: string }) =>
		`the Idempotency Key ${shown} stands at several rows with another customer, amount or currency`,
	oneKeyEach: 'A key names one top-up. Give each row a key of its own, such as its order number.',
	differInZeros: ({ one, other }: { one: string; other: string }) =>
		`the Idempotency Keys ${one} and ${other} of this sheet differ in leading zeros only`,
	knownWithZeros: (used: Known) =>
		`the ledger knows the Idempotency Key ${used.known} (${money(used.amount, used.currency)}, ${time(used.at)}), and this row says ${used.shown}`,
	keyAsItWas:
		'A spreadsheet may have dropped or added the zeros. Give the row its key as it was at first, in a column that is formatted as text. If it is another top-up, give it a key that differs in more than leading zeros.',
	seeLedger: ({ known, table }: { known: string; table: string }) =>
		`What became of ${known}, the Data Table "${table}" shows.`,
	reused: (used: { shown: string; amount: number; currency: string; at: Moment }) =>
		`the Idempotency Key ${used.shown} was used for another top-up (${money(used.amount, used.currency)}, ${time(used.at)})`,
	newKeyOrDifference: ({ table }: { table: string }) =>
		`That one is paid, as the Data Table "${table}" shows. If this row is a new top-up, give it a key of its own. If it corrects the amount, give a row for the difference only a key of its own: this row would be a second payment.`,
	newKeyOrLook:
		'Whether that one was paid is not known: look for it with Balance → Get Many first. If this row is a new top-up, give it a key of its own.',
	inUse: ({ shown }: { shown: string }) =>
		`another run has sent the Idempotency Key ${shown}, or is sending it now; whether it was paid is not known`,
	/** @param after until when the row is held */
	runAgain: ({ after, table }: { after: Moment; table: string }) =>
		`Run it again after ${time(after)}: what GMC lists by then is skipped, and what it does not list is sent. If it stays so, look for it with Balance → Get Many, and set outcome in its row of the Data Table "${table}" to issued or to rejected.`,
	written: ({ table }: { table: string }) => `Data tables → ${table} shows what was paid`,
	failedUnasked: ({ id }: { id: string }) =>
		`the addition ${id} of this row had failed, and whether it still has could not be asked`,
	askAgain:
		'Run the workflow again. If it stays so, look at it with Balance → Get: as long as it has failed, deleting the row in the ledger frees its name.',
	heldByTwin: ({ row }: { row: number }) =>
		`not attempted, because row ${number(row)} with the same Idempotency Key was not issued`,
	oneTopUp: 'It is one top-up: what is said of that row holds for this one, too.',
	/** The ledger failed in a way that nobody has foreseen. */
	ledgerFailed: 'The ledger failed',
	/** What the ledger was needed for, and what is so without it. */
	undone: {
		resolving: 'What is in doubt stays so',
		comparing: 'Rows were not compared with what earlier runs have left in doubt',
		writingDown:
			'What became of rows in doubt was not written down, so later runs may not know of it',
	},
	/** The ledger shows rows as `sending` that are not. */
	unwritten: ({ issued, others, table }: { issued: number; others: number; table: string }) =>
		[
			issued > 0 &&
				`${count(issued, 'row was', 'rows were')} issued, and the Data Table "${table}" still shows ${issued === 1 ? 'it' : 'them'} as sending: the next run finds ${issued === 1 ? 'it' : 'them'} in GMC's list`,
			others > 0 &&
				`${count(others, 'row that was', 'rows that were')} not issued, or may not have been, ${others === 1 ? 'stands' : 'stand'} there as sending, too: the next run finds out, and after Hold at the latest`,
		]
			.filter(Boolean)
			.join('. '),
	/** @param said what n8n says, where its words are left as they are in a message */
	ledgerUnusable: ({ table, said }: { table: string; said?: string }) =>
		`The ledger (Data Table "${table}") cannot be used${said === undefined ? '' : `. n8n says: ${said}`}`,
	/** What to do where n8n cannot give or keep the table. */
	ledgerAdvice: {
		switchedOff:
			'Data Tables are switched off in this n8n. Take data-table out of N8N_DISABLED_MODULES, or set Duplicate Protection to Recent and leave out Maximum per Day.',
		missing:
			'This n8n has no Data Tables, or may not use them here. Update n8n to 2.20 or newer, or set Duplicate Protection to Recent and leave out Maximum per Day.',
		tooOld:
			'The Data Table node of this n8n has no operations on tables. Update n8n to 2.20 or newer, or set Duplicate Protection to Recent and leave out Maximum per Day.',
		full: 'The Data Tables of this n8n are full. Delete rows or tables that are not needed, or raise N8N_DATA_TABLES_MAX_SIZE_BYTES.',
		otherColumns: ({ columns }: { columns: string }) =>
			`The table has other columns than the ledger. Give it another name, so that the node makes a new one, or add what is missing: ${columns}.`,
		notAllowed: 'n8n does not let this workflow change its Data Tables. Ask whoever runs it.',
		other:
			'Look into the log of n8n. Nothing was paid twice: run the rows again once the ledger can be used.',
	},
	/** @param tables names that the ledger may have by now */
	ledgerRenamed: ({ table, tables }: { table: string; tables: string[] }) =>
		`the ledger (Data Table "${table}") was renamed: it is ${list(tables.map((name) => `"${name}"`))} now, whose rows say that they were written under the old name`,
	ledgerPerhapsRenamed: ({ table, tables }: { table: string; tables: string[] }) =>
		`the ledger (Data Table "${table}") is not there, and it may have been renamed: the rows of ${list(tables.map((name) => `"${name}"`))} do not say of which ledger they are`,
	ledgerBackOrNew: ({ table, renamed }: { table: string; renamed: string }) =>
		`Rename it back to "${table}", or set Ledger Table to "${renamed}" wherever it is paid with. For a ledger of its own, choose a name that none has had.`,
	nameRows: ({ renamed }: { renamed: string }) =>
		`If "${renamed}" is another ledger, write its name into the column ledger of one of its rows.`,
	/** @param others names of the other ledgers of the project */
	ledgerMade: ({ table, others }: { table: string; others: string[] }) => {
		const made = `The ledger (Data Table "${table}") is new, since there was none of this name: it knows of no earlier payment`;
		if (others.length === 0) return made;
		return `${made}. Other ledgers in this project: ${list(others.map((name) => `"${name}"`))}`;
	},
	/** @param shown the key of that row */
	rowUnreadable: (row: { table: string; id: string; shown?: string; columns: string[] }) =>
		`not sent, because row ${row.id} of the ledger (Data Table "${row.table}"${row.shown === undefined ? '' : `, key ${row.shown}`}) cannot be read: ${row.columns.join(', ')}`,
	mendRow:
		'Somebody has edited it. Set outcome to "issued" if it was paid and to "rejected" if it was not, and fill in what is missing; or delete the row, which frees its name.',
};
