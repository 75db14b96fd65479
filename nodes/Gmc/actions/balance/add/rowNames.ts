import type { Verdicts } from '../../../core/ledger/claim';
import type { EntryLabel, Verdict, Wish } from '../../../core/ledger/entry';
import { nameOf } from '../../../core/ledger/entry';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { Plan } from './rowState';

/** How a row is called in the ledger. */
export type RowName = Pick<Wish, 'ref' | 'n' | 'batchRef' | 'beside'>;

/** What the rows of a run are called in the ledger. */
export class RowNames {
	private readonly names = new Map<Row, RowName>();

	/** @param toLabel what people read of a row in the table */
	constructor(private readonly toLabel: (key: string | undefined, plan: Plan) => EntryLabel) {}

	give(row: Row, name: RowName): void {
		this.names.set(row, name);
	}

	/** @returns undefined for a row without a name */
	of(row: Row): RowName | undefined {
		return this.names.get(row);
	}

	/** What these rows, as far as they are named, want to pay. */
	wishesOf(rows: Row[]): Wish[] {
		return rows.filter(isIn('planned', 'inDoubt')).flatMap((row) => {
			const name = this.names.get(row);
			if (name === undefined) return [];
			return { ...name, charge: chargeOf(row), label: this.labelOf(row) };
		});
	}

	labelOf({ key, state }: RowIn<'planned' | 'inDoubt' | 'issued'>): EntryLabel | undefined {
		return state.plan && this.toLabel(key, state.plan);
	}

	byRow(rows: Row[], verdicts: Verdicts): Map<Row, Verdict> {
		const byRow = new Map<Row, Verdict>();
		for (const row of rows) {
			const name = this.names.get(row);
			const verdict = name && verdicts.get(nameOf(name));
			if (verdict !== undefined) byRow.set(row, verdict);
		}
		return byRow;
	}
}
