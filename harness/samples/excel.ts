import writeExcelFile from 'write-excel-file/node';

/** An Excel file with one sheet. */
export async function excelFile(rows: Array<Array<string | number>>): Promise<Buffer> {
	const cells = rows.map((row) => row.map((value) => (value === '' ? null : { value })));
	return await writeExcelFile(cells).toBuffer();
}
