import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import type { ServiceOperation } from '../core/service/failure';
import { checkedId } from '../core/service/record';

/** Every n8n context that sends requests. */
export type GmcContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface GmcRequest {
	operation: ServiceOperation;
	method: IHttpRequestMethods;
	/** After the Base URL. Ids in it are encoded; see `pathOf`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** The caller asks again by itself, so a read that times out is not repeated. */
	isAskedAgain?: boolean;
	/** Epoch milliseconds after which it must not be sent, not even again. */
	leaveBy?: number;
}

/**
 * Builds a path and encodes the ids in it, so that a row cannot reach another endpoint.
 *
 * @throws InputError for an id that is not allowed in a path
 */
export function pathOf(strings: TemplateStringsArray, ...ids: string[]): string {
	return String.raw({ raw: strings }, ...ids.map((id) => encodeURIComponent(checkedId(id))));
}
