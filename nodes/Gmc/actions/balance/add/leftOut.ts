/**
 * What an option means that is left out, in the units of its field. It may come as something else when it is added in
 * the editor (`default` in addOptions.ts): both are in the table of the reference, which is made from them. An option
 * that is not here is then off: no limit, or found out.
 */
export const LEFT_OUT = {
	amountFormat: 'auto',
	dryRun: false,
	duplicateProtection: 'recent',
	/** Minutes. */
	hold: 15,
	ledgerTable: 'GMC top-ups',
	taxIdFormat: 'auto',
	/** Seconds, as are the two of waiting. */
	timeout: 60,
	validateFirst: true,
	waitForCompletion: false,
	waitInterval: 2,
	waitTimeout: 60,
} as const;
