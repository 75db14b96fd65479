import { markdownTable as toMarkdown } from 'markdown-table';

/** For a page. A bar in a cell would end it. */
export const markdownTable = (head: string[], rows: string[][]): string =>
	toMarkdown([head, ...rows], { alignDelimiters: false });

/** For a terminal, its columns aligned. @param align `r` for each column of numbers */
export const plainTable = (head: string[], rows: string[][], align: string[] = []): string =>
	toMarkdown([head, ...rows], { align });
