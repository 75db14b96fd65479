const BASELINE = 'What is there already starts nothing, unless Emit Existing is on.';

interface InFlight {
	what: string;
	most: number;
	/** The limit at the end of the run. */
	allowed: number;
}

/** Lines of n8n's log. Those of the trigger go on from its name. */
export const log = {
	laterMadeUpFor: ({ message }: { message: string }) =>
		`${message}. The next poll makes up for it: what is made from now on starts the workflow, as far as its date can be read.`,
	firstPoll: `first poll. ${BASELINE}`,
	/** @param isUnreadable whether something is stored that cannot be read */
	noMemory: ({ isUnreadable }: { isUnreadable: boolean }) =>
		`there is no ${isUnreadable ? 'readable memory' : 'memory'} of earlier polls. ${BASELINE} If this workflow was active before, look through the additions of the look-back with Balance → Get Many.`,
	memoryRestored:
		'its stored memory of earlier polls was gone and has been restored. Another node may have replaced the static data of the workflow, or the trigger was renamed.',
	otherScope: `it watches another event, account or filter now. ${BASELINE}`,
	customerNotFound: ({ reason }: { reason: string }) =>
		`the customer it watches was not found: ${reason}`,
	oldRowsKept: ({ reason }: { reason: string }) =>
		`Old rows of the ledger were not deleted: ${reason}`,
	/** @param named some of their ids */
	givenUp: ({ all, days, named }: { all: number; days: number; named: string[] }) => {
		const more = all > named.length ? ` and ${all - named.length} more` : '';
		return `${all} additions have not settled ${days} days after they left the look-back, and are followed no longer: ${named.join(', ')}${more}`;
	},
	/** How far a run went. @param what was sent, in the plural */
	inFlight: ({ what, most, allowed }: InFlight) =>
		`${what} in flight at once: ${most} at most; ${allowed} may be at the end`,
};
