import type { Quote } from './model';
import { applicableFees, quoteAddition } from './rules/money';
import type { SandboxSettings } from './settings';
import type { Books } from './state/books';
import type { Clock } from './state/clock';
import type { Directory } from './state/directory';

/** The part of a service that a seed fills. */
export interface Bed {
	directory: Directory;
	books: Books;
	clock: Clock;
	settings: SandboxSettings;
}

export const quoteOf = ({ settings }: Bed, amount: number): Quote =>
	quoteAddition(amount, 'BRL', applicableFees(null, settings.fees));

interface SeedAddition {
	_id?: string;
	userId: string;
	customerId: string;
	customerIdentifier: string;
	amount: number;
	createdAt: number;
	quote: Quote;
}

export function plantAddition({ books }: Bed, seed: SeedAddition): void {
	const { createdAt } = seed;
	books.add(
		{
			...seed,
			currency: 'BRL',
			source: 'seed',
			settlesAt: null,
			settleAs: 'COMPLETED',
			settledAt: createdAt,
			visibleAt: createdAt,
		},
		'COMPLETED',
		null,
	);
}
