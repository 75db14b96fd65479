import type { Charge } from '../../../../nodes/Gmc/core/additions/charge';
import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import type { Protocol } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Share } from '../../../../nodes/Gmc/core/ledger/shareOut';
import { shareOut } from '../../../../nodes/Gmc/core/ledger/shareOut';
import type { OpenRow, MadeItem } from '../../../../nodes/Gmc/core/ledger/links';
import { CLOCK_RULES, linksBetween } from '../../../../nodes/Gmc/core/ledger/links';

const MINUTE = 60_000;
const HOLD = 15 * MINUTE;
const NOW = Date.UTC(2026, 10, 22, 12);
export const charge: Charge = { identifiers: ['64f0', '52998224725'], amount: 10, currency: 'BRL' };

/** @param minutes before NOW at which it was asked for */
export function row(name: string, minutes: number, more: Partial<OpenRow> = {}): OpenRow {
	return {
		name,
		charge,
		spans: [span(minutes)],
		isHeld: minutes * MINUTE < HOLD,
		isSending: false,
		isSameCustomer: () => true,
		...more,
	};
}

/** @param minutes before NOW at which it was asked for */
export function span(minutes: number) {
	const from = NOW - minutes * MINUTE;
	return { from, until: from + HOLD };
}

/** @param minutes before NOW at which it was made */
export function made(
	_id: string,
	minutes: number | undefined,
	{ fields, ...more }: Partial<MadeItem> & { fields?: object } = {},
): MadeItem {
	const item = { customerIdentifier: '64f0', sourceAmount: 10, sourceCurrency: 'BRL' };
	const [read] = readItems({ _id, items: [{ ...item, ...fields }] });
	const madeAt = minutes === undefined ? undefined : NOW - minutes * MINUTE;
	return { item: read, isZoned: true, madeAt, ...more };
}

export function share(rows: OpenRow[], items: MadeItem[], now: number | undefined = NOW) {
	const links = finish(linksBetween(rows, items, CLOCK_RULES));
	return finish(shareOut(links, { ...CLOCK_RULES, now }));
}

function finish<Result>(work: Protocol<Result>): Result {
	for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

export const told = (shares: Map<string, Share>) =>
	Object.fromEntries(
		[...shares].map(([name, one]) => [
			name,
			one.is === 'made' ? one.item.addition._id : one.is === 'notDone' ? 'not done' : one.is,
		]),
	);
