import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { listAdditions, listWhole } from '../../api/additions';
import type { GmcClient } from '../../api/client';
import type { Addition, ServiceRecord } from '../../core/service/record';
import { isIncomplete } from '../../api/schemas';
import { tokenPathOf } from '../../api/session';
import type { GmcTransport } from '../../api/transport';
import type { AdditionsLook } from '../../core/account/report';
import { LOOK_DAYS, reportOf } from '../../core/account/report';
import type { GmcCredential } from '../../core/service/credential';
import { originProblem } from '../../core/service/credential';
import { explain } from '../../core/service/explain';
import { GmcRequestError } from '../../core/service/failure';
import { inOne } from '../../core/texts/words';
import { addDays, readTimestamp, utcDay } from '../../core/time/time';
import { showHint } from '../../shared/context';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';

const HALF_DAY_MS = 12 * 3_600_000;

/** Finds out what GMC's description leaves open, by reading. Asks once, however many items there are. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check account',
		description: 'Check the account with its login, lists and clock. Reads only.',
	},
	...eachItem([], (context, client) => {
		let report: Promise<ServiceRecord> | undefined;
		return { read: () => ({}), run: async () => await (report ??= look(context, client)) };
	}),
};

/** @throws GmcRequestError if the login fails, or if neither customers nor additions can be listed */
async function look(context: IExecuteFunctions, client: GmcClient): Promise<ServiceRecord> {
	const { transport } = client;
	const problems: string[] = [];
	const tolerate = (what: string) => (error: unknown) => {
		if (!(error instanceof GmcRequestError)) throw error;
		const { message, description } = explain(error.failure, error.operation);
		problems.push(inOne(`The ${what} could not be listed: ${message}.`, description));
		return undefined;
	};
	const customers = await client.directory().catch(tolerate('customers'));
	const additions = await lookAtAdditions(transport).catch((error: unknown) => {
		if (customers === undefined) throw error;
		return tolerate('top-ups')(error);
	});
	// Read last, because one of the requests may have logged in.
	const credential = await context.getCredentials<GmcCredential & IDataObject>('gmcApi');
	const report = reportOf({
		endpoint: credential.loginEndpoint,
		tokenPath: tokenPathOf(credential),
		customers,
		additions,
		problems: [originProblem(credential), ...problems],
		clockOffset: transport.clock.offset,
		timeZone: context.getTimezone(),
		now: transport.clocks.service,
	});
	// The summary has the first of them only.
	for (const warning of report.warnings) showHint(context, 'warning', warning);
	return { ...report };
}

/** @throws GmcRequestError */
async function lookAtAdditions(transport: GmcTransport): Promise<AdditionsLook> {
	const list = await listWhole(transport, addDays(utcDay(Date.now()), -LOOK_DAYS));
	const isWhole = list.answer.total === undefined ? undefined : list.isWhole;
	const finalDateInclusive = await isInclusive(transport, list.answer.additions);
	return { ...list, isWhole, finalDateInclusive };
}

/**
 * Whether a list includes its last day (not shown: service.md 4.3). If it does, the list of a single day shows an addition
 * of that day. An addition may be of two days, depending on GMC's time zone, so both are asked for. If it does not, one day
 * more shows it.
 *
 * @returns undefined if no addition tells
 */
async function isInclusive(
	transport: GmcTransport,
	additions: Addition[],
): Promise<boolean | undefined> {
	const timed = additions.map((one) => ({ ...one, at: readTimestamp(one.createdAt, 'utc') }));
	const { _id, at } = timed.find((one) => one.at !== undefined) ?? {};
	if (at === undefined) return undefined;
	const isIn = async (initialDate: string, finalDate: string) => {
		const list = await listAdditions(transport, { initialDate, finalDate }).catch(() => undefined);
		if (list?.additions.some((one) => one._id === _id)) return true;
		return list === undefined || isIncomplete(list) ? undefined : false;
	};
	const [first, last] = [utcDay(at - HALF_DAY_MS), utcDay(at + HALF_DAY_MS)];
	for (const day of [first, last]) {
		const isShown = await isIn(day, day);
		if (isShown !== false) return isShown;
	}
	// GMC may go by another date than that of the creation.
	return (await isIn(first, addDays(last, 1))) ? false : undefined;
}
