import { list } from '../texts/words';
import { shownText } from './cell';
import type { Columns } from './columns';
import { ROLES } from './headings';

/** Such as `the amount (BRL) from "Valor (R$)", the tax ID from "CPF". Not used: "Status"`. */
export function toldColumns({ of, unused, currency }: Columns): string {
	const used = [...of].map(([role, headings]) => {
		const more = role === 'amount' && currency ? ` (${currency.currency})` : '';
		return `${ROLES[role].label}${more} from ${list(headings.map(shownText))}`;
	});
	const rest = unused.length > 0 ? `. Not used: ${list(unused.map(shownText))}` : '';
	return `${list(used)}${rest}`;
}
