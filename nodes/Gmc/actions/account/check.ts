import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import { tokenPathOf } from '../../api/session';
import { isHad } from '../../core/account/look';
import { reportOf } from '../../core/account/report';
import type { GmcCredential } from '../../core/service/credential';
import { originProblem } from '../../core/service/credentialAdvice';
import type { Explanation } from '../../core/service/explain';
import { explain } from '../../core/service/explain';
import { GmcRequestError, isFatal } from '../../core/service/failure';
import type { ServiceRecord } from '../../core/service/record';
import { showHint } from '../../shared/hints';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { lookAtAdditions } from './lookAtAdditions';

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
	const { loginEndpoint: endpoint } = credential;
	const { offset: clockOffset } = transport.clock;
	const found = { originProblem: originProblem(credential), customers, additions, clockOffset };
	const report = reportOf(
		{ endpoint, tokenPath: tokenPathOf(credential), ...found },
		{ timeZone: context.getTimezone(), now: Date.now() + (clockOffset ?? 0) },
	);
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
