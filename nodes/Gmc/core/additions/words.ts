import { withoutSecrets } from '../redaction/redact';
import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';
import { itemsOf } from './addition';

/** A status in plain words. */
const WORDS = /^[a-z_ -]{0,30}$/i;

const isPlain = ({ status, error }: ServiceRecord): boolean =>
	!error && (typeof status !== 'string' || WORDS.test(status));

/**
 * An addition whose statuses and errors, which are given out as the service's own words, repeat no secret
 * (service.md 2.4). Everything else in it is as it came.
 *
 * @param secrets that were sent; see `withoutSecrets`
 */
export function withoutSecretWords<T extends ServiceRecord>(addition: T, secrets: string[]): T {
	if (isPlain(addition) && itemsOf(addition).every(isPlain)) return addition;
	const inWords = (record: ServiceRecord) => ({
		...record,
		...('status' in record && { status: withoutSecretsIn(record.status, secrets) }),
		...('error' in record && { error: withoutSecretsIn(record.error, secrets) }),
	});
	const { items } = addition;
	const said = Array.isArray(items)
		? { items: items.map((item: unknown) => (isRecord(item) ? inWords(item) : item)) }
		: {};
	return { ...inWords(addition), ...said } as T;
}

/** Every text in a value of JSON. */
function withoutSecretsIn(value: unknown, secrets: string[]): unknown {
	if (typeof value === 'string') return withoutSecrets(value, secrets);
	if (Array.isArray(value)) return value.map((one) => withoutSecretsIn(one, secrets));
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).map(([key, one]) => [key, withoutSecretsIn(one, secrets)]);
	return Object.fromEntries(entries);
}
