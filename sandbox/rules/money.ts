import Big from 'big.js';
import { badRequest } from '../errors';
import type { Currency, FeeRates, Quote } from '../model';

/** Decimal places of every figure in GMC and BRL (assumed). */
export const PLACES = 8;

/** BRL for one unit of a currency; USD counts as USDT. Assumed, as are the figures. */
const BRL_PER: Record<Currency, number> = { BRL: 1, GMC: 1.25, USDT: 5.4, USD: 5.4 };

const round = (value: Big): Big => value.round(PLACES, Big.roundHalfUp);

/**
 * Computes an addition. Fees are subtracted from the amount; each is a part of the whole amount (assumed).
 * Throws 400 if the fees exceed the amount ("inconsistent amount", service.md 7.1).
 */
export function quoteAddition(amount: number, currency: Currency, rates: FeeRates): Quote {
	const sourceAmountBrl = round(new Big(amount).times(BRL_PER[currency]));
	const fixedBrl = round(new Big(rates.fixedBrl));
	const percentageBrl = round(sourceAmountBrl.times(rates.percentageRate));
	const issueTaxBrl = round(sourceAmountBrl.times(rates.issueTaxRate));
	const totalBrl = fixedBrl.plus(percentageBrl).plus(issueTaxBrl);
	const targetGmc = round(sourceAmountBrl.minus(totalBrl).div(BRL_PER.GMC));
	if (targetGmc.lte(0)) {
		throw badRequest('AMOUNT_INCONSISTENT', 'amount does not cover the fees');
	}
	return {
		targetGmc,
		fees: {
			fixedBrl: fixedBrl.toNumber(),
			percentageBrl: percentageBrl.toNumber(),
			totalBrl: totalBrl.toNumber(),
			issueTaxBrl: issueTaxBrl.toNumber(),
			issueTaxRate: rates.issueTaxRate,
		},
		conversion: {
			brlPerGmc: BRL_PER.GMC,
			usdtBrlRate: BRL_PER.USDT,
			sourceAmountBrl: sourceAmountBrl.toNumber(),
		},
	};
}
