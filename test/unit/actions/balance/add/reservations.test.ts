import type { RunLedger } from '../../../../../nodes/Gmc/actions/balance/add/runLedger';
import type { Value } from '../../../../../nodes/Gmc/core/money/limits';
import {
	endReservation,
	othersReserved,
	reserve,
} from '../../../../../nodes/Gmc/actions/balance/add/checkDay';

const runOf = (account: string) => ({ account }) as RunLedger;
const values = (rows: Record<string, number>) =>
	new Map(Object.entries(rows).map(([name, amount]): [string, Value] => [name, brl(amount)]));
const brl = (amount: number): Value => ({ amount, currency: 'BRL' });
const others = (account: string, ...known: string[]) => othersReserved(account, new Set(known));

const [one, other] = [runOf('a'), runOf('a')];
afterEach(() => {
	endReservation(one);
	endReservation(other);
});

test('what a run is about to send counts for the others of its account, until it is over', () => {
	reserve(one, values({ k1: 10, k2: 10 }));
	expect(others('a')).toEqual([brl(10), brl(10)]);
	expect(others('b')).toEqual([]);
	endReservation(one);
	expect(others('a')).toEqual([]);
});

test('what is counted already is not counted twice, such as what it has claimed in the ledger', () => {
	reserve(one, values({ k1: 10, k2: 20 }));
	reserve(other, values({ k2: 20, k3: 30 }));
	expect(others('a', 'k2', 'k3')).toEqual([brl(10)]);
});

test('a run that counts anew reserves what it says now, and one that ends takes back only its own', () => {
	reserve(one, values({ k1: 10 }));
	reserve(one, values({ k2: 20 }));
	reserve(other, values({ k3: 30 }));
	expect(others('a')).toEqual([brl(20), brl(30)]);
	endReservation(one);
	expect(others('a')).toEqual([brl(30)]);
});
