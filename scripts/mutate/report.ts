/** A position in a file, both from 1 on. */
interface Position {
	line: number;
	column: number;
}

/** A change of the code that a test should notice. */
interface Mutant {
	status: string;
	location: { start: Position; end: Position };
	/** What stood there instead of the original. */
	replacement?: string;
}

/** What is used of Stryker's report (mutation-testing-report-schema). */
export interface MutationReport {
	files: Record<string, { source: string; mutants: Mutant[] }>;
}

/** A mutant that never ends was noticed, too, and one with which a file of tests could not even be loaded. */
const KILLED = ['Killed', 'Timeout', 'RuntimeError'];
const SURVIVED = ['Survived', 'NoCoverage'];

/** What became of the mutants of one file. */
export interface FileOutcome {
	file: string;
	killed: number;
	/** Each in some lines: where, the original, the mutant. */
	survivors: string[];
}

/** @param files as the report names them. A file without mutants, such as one of types, has none of either */
export function outcomesOf({ files: reported }: MutationReport, files: string[]): FileOutcome[] {
	return files.map((file) => {
		const { source, mutants } = reported[file] ?? { source: '', mutants: [] };
		return {
			file,
			killed: mutants.filter(({ status }) => KILLED.includes(status)).length,
			survivors: mutants
				.filter(({ status }) => SURVIVED.includes(status))
				.map((mutant) => describe(file, source, mutant)),
		};
	});
}

/** How many of the mutants were noticed; `–` of none. */
export function shareKilled(killed: number, survived: number): string {
	const share = (100 * killed) / (killed + survived);
	return killed + survived === 0 ? '–' : `${share.toFixed(1)} %`;
}

function describe(file: string, source: string, mutant: Mutant): string {
	const { start, end } = mutant.location;
	const untested = mutant.status === 'NoCoverage' ? '  (no test comes here)' : '';
	return [
		`${file}:${start.line}:${start.column}${untested}`,
		`  - ${inOneLine(textBetween(source, start, end))}`,
		`  + ${inOneLine(mutant.replacement ?? '')}`,
	].join('\n');
}

/** @param end the position behind the last character */
function textBetween(source: string, start: Position, end: Position): string {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	lines.push(lines.pop()?.slice(0, end.column - 1) ?? '');
	lines[0] = lines[0].slice(start.column - 1);
	return lines.join('\n');
}

function inOneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
