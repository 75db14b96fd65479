import type { TimestampForm } from '../time/time';
import type { AccountLook, AdditionsLook, Surroundings } from './look';
import { isHad, isWhole, secondsAhead } from './look';
import type { ListOrder } from './seen';
import { countStatuses, createdAtForm, orderOf } from './seen';
import { summaryOf } from './summary';
import { warningsOf } from './warnings';

/** The output of Account: Check, its sentences still to be put into words. What could not be found out is `null`. */
export interface AccountReport {
	summary: string;
	login: { endpoint: string; tokenPath: string | null };
	customers: { total: number | null; sharedTaxIds: number | null };
	additions: AdditionsReport;
	clockDifferenceSeconds: number | null;
	warnings: string[];
}

interface AdditionsReport {
	seen: number | null;
	isWhole: boolean | null;
	order: ListOrder | null;
	createdAt: TimestampForm | null;
	finalDateInclusive: boolean | null;
	statuses: Record<string, number> | null;
}

const UNSEEN: AdditionsReport = {
	seen: null,
	isWhole: null,
	order: null,
	createdAt: null,
	finalDateInclusive: null,
	statuses: null,
};

/** Says what a look has shown: figures, and in words what to heed. */
export function reportOf(look: AccountLook, surroundings: Surroundings): AccountReport {
	const { endpoint, tokenPath = null, customers, additions } = look;
	const warnings = warningsOf(look, surroundings);
	return {
		summary: summaryOf(look, warnings, surroundings),
		login: { endpoint, tokenPath },
		customers: {
			total: isHad(customers) ? customers.size : null,
			sharedTaxIds: isHad(customers) ? customers.sharing().length : null,
		},
		additions: isHad(additions) ? additionsOf(additions) : UNSEEN,
		clockDifferenceSeconds: secondsAhead(look) ?? null,
		warnings,
	};
}

function additionsOf(look: AdditionsLook): AdditionsReport {
	const { answer, seen, finalDateInclusive } = look;
	return {
		seen: seen.length,
		isWhole: isWhole(look) ?? null,
		order: orderOf(answer) ?? null,
		createdAt: createdAtForm(seen) ?? null,
		finalDateInclusive: finalDateInclusive ?? null,
		statuses: countStatuses(seen),
	};
}
