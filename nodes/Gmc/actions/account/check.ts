import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { listAdditions } from '../../api/additions';
import { GmcClient } from '../../api/client';
import type { Addition } from '../../api/schemas';
import { isCut } from '../../api/schemas';
import { tokenPathOf } from '../../api/session';
import type { GmcTransport } from '../../api/transport';
import { listWhole } from '../../api/wholeList';
import type { AdditionsLook } from '../../core/account/report';
import { isHad, LOOK_DAYS, reportOf } from '../../core/account/report';
import type { GmcCredential } from '../../core/service/credential';
import { originProblem } from '../../core/service/credentialAdvice';
import type { Explanation } from '../../core/service/explain';
import { explain } from '../../core/service/explain';
import { GmcRequestError, isFatal } from '../../core/service/failure';
import type { ServiceRecord } from '../../core/service/record';
import { addDays, readTimestamp, utcDay } from '../../core/time/time';
import { showHint } from '../../shared/hints';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';

const HALF_DAY_MS = 12 * 3_600_000;

/** Finds out by reading what this service is like, where its description is silent: once, whatever the number of items. */
export const check: Operation = {
	fields: [],
	async execute(context, items) {
		let report: Promise<ServiceRecord> | undefined;
		return await forEachItem(context, items, {
			read: () => undefined,
			run: async () => await (report ??= look(context)),
		});
	},
};

/** @throws GmcRequestError when the login fails, or neither customers nor additions can be listed */
async function look(context: IExecuteFunctions): Promise<ServiceRecord> {
	const client = new GmcClient(context);
	const { transport } = client;
	const customers = await client.directory().catch(unlessNobodyIsThere);
	const additions = await lookAtAdditions(transport).catch((error: unknown) => {
		if (!isHad(customers)) throw error;
		return unlessNobodyIsThere(error);
	});
	// Read after the requests, one of which may have logged in.
	const credential = await context.getCredentials<GmcCredential & IDataObject>('gmcApi');
	const report = reportOf({
		endpoint: credential.loginEndpoint,
		tokenPath: tokenPathOf(credential),
		originProblem: originProblem(credential),
		customers,
		additions,
		clockOffset: transport.clock.offset,
		timeZone: context.getTimezone(),
	});
	// The table of the output has them at its right end, out of sight.
	for (const warning of report.warnings) showHint(context, 'warning', warning);
	return { ...report };
}

/** Why there is no list. @throws what no list at all could be had after */
function unlessNobodyIsThere(error: unknown): Explanation {
	const isOfOneList = error instanceof GmcRequestError && !isEnd(error);
	if (!isOfOneList) throw error;
	return explain(error.failure, error.operation);
}

/** A 401 may be about one of the lists: the description does not have all headers with each (service.md 5). */
const isEnd = ({ failure }: GmcRequestError) => isFatal(failure) && failure.statusCode !== 401;

/** Where the service says that its list is cut, it is asked for in parts. @throws GmcRequestError */
async function lookAtAdditions(transport: GmcTransport): Promise<AdditionsLook> {
	const initialDate = addDays(utcDay(Date.now()), -LOOK_DAYS);
	const answer = await listAdditions(transport, { initialDate });
	const parts = isCut(answer) ? await listWhole(transport, initialDate) : undefined;
	return {
		answer: answer.additions,
		total: answer.total,
		seen: parts?.additions ?? answer.additions,
		isWhole: answer.total === undefined ? undefined : (parts?.isWhole ?? true),
		finalDateInclusive: await isInclusive(transport, answer.additions),
	};
}

/**
 * Whether a list shows its last day (not shown: service.md 4.3): asked for one day alone, it shows an addition of that day
 * only then. The half of a day in UTC leaves two days that an addition may be of, in whichever time zone.
 *
 * @returns undefined where no addition tells it
 */
async function isInclusive(
	transport: GmcTransport,
	additions: Addition[],
): Promise<boolean | undefined> {
	const timed = additions.map((one) => ({ ...one, at: readTimestamp(one.createdAt, 'utc') }));
	const { _id, at } = timed.find((one) => one.at !== undefined) ?? {};
	if (at === undefined) return undefined;
	for (const day of [utcDay(at - HALF_DAY_MS), utcDay(at + HALF_DAY_MS)]) {
		const list = await listAdditions(transport, { initialDate: day, finalDate: day }).catch(
			() => undefined,
		);
		if (list?.additions.some((one) => one._id === _id)) return true;
		if (list === undefined || isCut(list)) return undefined;
	}
	return false;
}
