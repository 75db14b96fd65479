/** Lines of n8n's log. */
export const log = {
	oldRowsKept: ({ reason }: { reason: string }) =>
		`Old rows of the ledger were not deleted: ${reason}`,
};
