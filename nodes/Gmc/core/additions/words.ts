import type { Redact } from '../redaction/redact';
import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';
import { itemsOf } from './addition';
import { isFinalStatus } from './status';

/** A status that decides something is no secret, whatever the password is. */
const isPlainStatus = (record: ServiceRecord): boolean =>
	record.status === undefined || record.status === null || isFinalStatus(record);

const isPlain = (record: ServiceRecord): boolean => !record.error && isPlainStatus(record);

/**
 * An addition whose statuses and errors, which are given out as the service's own words, repeat no secret
 * (service.md 2.4). Everything else in it is as it came.
 *
 * @param redact hides what was sent
 */
export function withoutSecretWords<T extends ServiceRecord>(addition: T, redact: Redact): T {
	if (isPlain(addition) && itemsOf(addition).every(isPlain)) return addition;
	const inWords = (record: ServiceRecord) => ({
		...record,
		...(!isPlainStatus(record) && { status: withoutSecretsIn(record.status, redact) }),
		...('error' in record && { error: withoutSecretsIn(record.error, redact) }),
	});
	const { items } = addition;
	const said = Array.isArray(items)
		? { items: items.map((item: unknown) => (isRecord(item) ? inWords(item) : item)) }
		: {};
	return { ...inWords(addition), ...said } as T;
}

/** Every text in a value of JSON, and every key. */
function withoutSecretsIn(value: unknown, redact: Redact): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map((one) => withoutSecretsIn(one, redact));
	if (!isRecord(value)) return value;
	const entries = Object.entries(value);
	return Object.fromEntries(
		entries.map(([key, one]) => [redact(key), withoutSecretsIn(one, redact)]),
	);
}
