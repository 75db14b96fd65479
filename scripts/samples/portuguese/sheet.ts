/** The headings of the sample spreadsheet, as the samples know them in Portuguese. */
const HEADINGS: Record<string, string> = {
	id: 'pedido',
	name: 'nome',
	customer_id: 'customer_id',
	tax_id: 'cpf',
	amount: 'valor',
	currency: 'moeda',
};

/** The sample spreadsheet with Portuguese headings. @throws Error when a heading has no Portuguese */
export function sheetInPortuguese(csv: string): string {
	const [head, ...rows] = csv.split('\n');
	const headings = head.split(';').map((heading) => {
		const portuguese = HEADINGS[heading];
		if (portuguese === undefined) throw new Error(`No Portuguese for the heading ${heading}`);
		return portuguese;
	});
	return [headings.join(';'), ...rows].join('\n');
}
