import Big from 'big.js';
import { badRequest } from '../errors';
import type { Addition, Currency } from '../model';

/** Decimal places of every figure in GMC and BRL (assumed). */
export const PLACES = 8;

/** BRL for one unit of a currency; USD counts as USDT. Assumed, as are the figures. */
const BRL_PER: Record<Currency, number> = { BRL: 1, GMC: 1.25, USDT: 5.4, USD: 5.4 };

/** The part of the amount that is the fee; there is no other one. Assumed. */
const FEE_RATE = 0.01;

const round = (value: Big): Big => value.round(PLACES, Big.roundHalfUp);

/**
 * The figures of an addition (service.md 2.5 and 2.6). Throws 400 if nothing is left of the amount ("inconsistent amount",
 * service.md 7.1).
 */
export function quoteOf({ amount, currency }: Pick<Addition, 'amount' | 'currency'>) {
	const sourceAmountBrl = round(new Big(amount).times(BRL_PER[currency]));
	const fee = round(sourceAmountBrl.times(FEE_RATE));
	const targetGmc = round(sourceAmountBrl.minus(fee).div(BRL_PER.GMC));
	if (targetGmc.lte(0)) {
		throw badRequest('AMOUNT_INCONSISTENT', 'amount does not cover the fees');
	}
	const [percentageBrl, totalBrl] = [fee.toNumber(), fee.toNumber()];
	return {
		targetGmc,
		fees: { fixedBrl: 0, percentageBrl, totalBrl, issueTaxBrl: 0, issueTaxRate: 0 },
		conversion: {
			brlPerGmc: BRL_PER.GMC,
			usdtBrlRate: BRL_PER.USDT,
			sourceAmountBrl: sourceAmountBrl.toNumber(),
		},
	};
}
