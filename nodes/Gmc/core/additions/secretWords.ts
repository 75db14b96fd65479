import type { Redact } from '../redaction/redact';
import { hiding, redactionOf } from '../redaction/redact';
import type { ServiceRecord } from '../service/record';
import { isRecord } from '../service/record';
import { isFinalStatus, itemsOf } from './status';

/** Never redacted, even if the password is one of them. */
const isPlainStatus = (record: ServiceRecord): boolean =>
	record.status === undefined || record.status === null || isFinalStatus(record);

const isPlain = (record: ServiceRecord): boolean => !record.error && isPlainStatus(record);

/**
 * Hides secrets in the statuses and errors of additions, because the node shows these texts of GMC (service.md 2.4).
 * Everything else is as it came. A status keeps words such as `step2`, because the trigger tells one from another.
 *
 * @param secrets see `hiding`
 * @returns a function for the additions of one answer
 */
export function withoutSecretWords(secrets: string[]): <T extends ServiceRecord>(addition: T) => T {
	const [hide, redact] = [hiding(secrets), redactionOf(secrets)];
	const inWords = (record: ServiceRecord) => ({
		...record,
		...(!isPlainStatus(record) && { status: withoutSecretsIn(record.status, hide) }),
		...('error' in record && { error: withoutSecretsIn(record.error, redact) }),
	});
	return (addition) => {
		if (isPlain(addition) && itemsOf(addition).every(isPlain)) return addition;
		const { items } = addition;
		const said = Array.isArray(items)
			? { items: items.map((item: unknown) => (isRecord(item) ? inWords(item) : item)) }
			: {};
		return { ...inWords(addition), ...said } as typeof addition;
	};
}

/** Maps every text of a JSON value, keys included. */
function withoutSecretsIn(value: unknown, redact: Redact): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map((one) => withoutSecretsIn(one, redact));
	if (!isRecord(value)) return value;
	const entries = Object.entries(value);
	return Object.fromEntries(
		entries.map(([key, one]) => [redact(key), withoutSecretsIn(one, redact)]),
	);
}
