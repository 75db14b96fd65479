import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { listCustomers } from '../api/customers';
import { LoadingCache } from '../api/loadingCache';
import type { Customer } from '../api/schemas';
import { GmcTransport } from '../api/transport';
import type { GmcCredential } from '../core/service/credential';
import { fingerprintOf } from '../core/service/credential';
import type { SearchText } from '../core/customers/search';
import { searchTextOf } from '../core/customers/search';
import { keptInProcess } from '../core/util/processMemory';

/** How long a loaded list answers further letters, in milliseconds. A new customer shows up after that. */
const MAX_AGE_MS = 60_000;

/** A customer as the picker shows it. */
export interface PickerEntry {
	/** The `_id`. */
	value: string;
	/** Name and tax ID. */
	name: string;
	text: SearchText;
}

/** The service has no search (service.md 4.6), and typing has to be quick. */
const lists = keptInProcess(new LoadingCache<PickerEntry[]>(MAX_AGE_MS));

/** The active customers of the credential, by name. Loaded anew a minute later. */
export async function pickerList(context: ILoadOptionsFunctions): Promise<PickerEntry[]> {
	const credential = await context.getCredentials<GmcCredential & IDataObject>('gmcApi');
	return await lists.get(fingerprintOf(credential), async () => await load(context));
}

async function load(context: ILoadOptionsFunctions): Promise<PickerEntry[]> {
	const customers = await listCustomers(new GmcTransport(context));
	const byName = new Intl.Collator().compare;
	return customers
		.map((customer) => ({
			value: customer._id,
			name: labelOf(customer),
			text: searchTextOf(customer),
		}))
		.sort((one, other) => byName(one.name, other.name));
}

function labelOf({ name, taxId, _id }: Customer): string {
	const parts = [name, taxId].filter((part) => typeof part === 'string' && part !== '');
	return parts.length > 0 ? parts.join(' · ') : _id;
}
