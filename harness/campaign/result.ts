import type { Case } from './case';

/** What one case came to, judged by the sandbox's books and not by the node. */
export interface CaseResult {
	seed: number;
	way: Case['way'];
	/** Whether its rows had Idempotency Keys. */
	hasKeys: boolean;
	executions: number;
	/** Charges made more often than the sheet asks for, at the worst moment. */
	doubles: number;
	/** Charges not made when the last run said that all is done, or that never came to that. */
	missing: number;
	untruths: string[];
	/** How often each outcome was told. */
	outcomes: Record<string, number>;
}

export const emptyResult = ({ seed, way, keyHoldMinutes }: Case): CaseResult => ({
	...{ seed, way, hasKeys: keyHoldMinutes !== undefined },
	...{ executions: 0, doubles: 0, missing: 0, untruths: [], outcomes: {} },
});

/** Counts what an execution has told. */
export function countOutcomes({ outcomes }: CaseResult, told: Array<{ outcome: string }>): void {
	for (const { outcome } of told) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

/** Whether nothing was paid twice, nothing is missing, and all that was told is true. */
export function isClean({ doubles, missing, untruths: told }: CaseResult): boolean {
	return doubles === 0 && missing === 0 && told.length === 0;
}
