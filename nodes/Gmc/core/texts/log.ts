const BASELINE =
	'Top-ups that exist already do not start the workflow, unless Emit Existing is on.';

/** Ids that one line names. */
const MAX_NAMED = 20;

interface InFlight {
	what: string;
	most: number;
	/** The limit at the end of the run. */
	allowed: number;
}

/** Lines of n8n's log. Those of the trigger follow its name. */
export const log = {
	laterMadeUpFor: ({ message }: { message: string }) =>
		`${message}. The next poll makes up for it: top-ups made from now on start the workflow, if their date can be read.`,
	/** @param isUnreadable whether something is stored that cannot be read */
	noMemory: ({ isUnreadable }: { isUnreadable: boolean }) =>
		`there is no ${isUnreadable ? 'readable memory' : 'memory'} of earlier polls. ${BASELINE} If this workflow was active before, check the top-ups of the look-back with Balance: Get Many.`,
	memoryRestored:
		'the stored memory of earlier polls was gone and has been restored. Another node may have replaced the static data of the workflow, or the trigger was renamed.',
	otherScope: `the account, the event or a filter has changed. ${BASELINE}`,
	customerNotFound: ({ reason }: { reason: string }) =>
		`the customer to watch was not found: ${reason}`,
	oldRowsKept: ({ reason }: { reason: string }) =>
		`Old rows of the ledger were not deleted: ${reason}`,
	givenUp: ({ ids, days }: { ids: string[]; days: number }) => {
		const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
		const named = ids.slice(0, MAX_NAMED).join(', ');
		return `${ids.length} top-ups have not settled ${days} days after they left the look-back, and are no longer followed: ${named}${more}`;
	},
	/** @param what was sent, in the plural */
	inFlight: ({ what, most, allowed }: InFlight) =>
		`${what} in flight at once: ${most} at most; ${allowed} may be at the end`,
};
