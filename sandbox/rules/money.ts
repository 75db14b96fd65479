import Big from 'big.js';
import { badRequest } from '../errors';
import type { Currency, Quote } from '../model';
import type { FeeRates, SandboxSettings } from '../settings';

/** Decimal places of every figure in GMC and BRL (assumed). */
export const PLACES = 8;

const round = (value: Big): Big => value.round(PLACES, Big.roundHalfUp);

/** BRL for one unit of `currency`; USD counts as USDT (assumed). */
function brlRate(currency: Currency, rates: SandboxSettings['rates']): Big {
	if (currency === 'BRL') return new Big(1);
	return new Big(currency === 'GMC' ? rates.brlPerGmc : rates.usdtBrlRate);
}

/** The fee of the customer, else of the user, else the general one (service.md 1; service.md 4.2, rule 4). */
export function applicableFees(
	customerFees: FeeRates | null,
	settings: SandboxSettings['fees'],
): FeeRates {
	return customerFees ?? settings.user ?? settings.general;
}

/**
 * Computes an addition. Fees are subtracted from the amount; each is a part of the whole amount (assumed).
 * Throws 400 if the fees exceed the amount ("inconsistent amount", service.md 7.1).
 */
export function quoteAddition(
	amount: number,
	currency: Currency,
	fees: FeeRates,
	settings: SandboxSettings,
): Quote {
	const { brlPerGmc, usdtBrlRate } = settings.rates;
	const sourceAmountBrl = round(new Big(amount).times(brlRate(currency, settings.rates)));
	const fixedBrl = round(new Big(fees.fixedBrl));
	const percentageBrl = round(sourceAmountBrl.times(fees.percentageRate));
	const issueTaxBrl = round(sourceAmountBrl.times(fees.issueTaxRate));
	const totalBrl = fixedBrl.plus(percentageBrl).plus(issueTaxBrl);
	const targetGmc = round(sourceAmountBrl.minus(totalBrl).div(brlPerGmc));
	if (targetGmc.lte(0)) {
		throw badRequest('AMOUNT_INCONSISTENT', 'amount does not cover the fees');
	}
	const { issueTaxRate } = fees;
	return {
		sourceAmountBrl,
		fixedBrl,
		percentageBrl,
		issueTaxBrl,
		issueTaxRate,
		totalBrl,
		targetGmc,
		brlPerGmc,
		usdtBrlRate,
	};
}
