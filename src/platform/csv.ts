import { formatCpf } from '@brazilian-utils/brazilian-utils';
import { stringify } from 'csv-stringify/sync';
import { formatMoney } from './money.js';

export type CsvColumns<Row> = Record<string, (row: Row) => string>;

/** Cells that a spreadsheet would read as a formula get an apostrophe, also phones that begin with +. A line break is in quotation marks. */
const OPTIONS = { delimiter: ';', record_delimiter: 'windows', escape_formulas: true, quote_record_delimiter: true } as const;

export function csvHeader(columns: readonly string[]): string {
  return stringify([columns], { ...OPTIONS, bom: true });
}

/** As a Brazilian Excel opens it, one text for each page. */
export async function* csvTexts<Row>(columns: CsvColumns<Row>, pages: AsyncIterable<Row[]>): AsyncGenerator<string, void> {
  const cells = Object.values(columns);
  yield csvHeader(Object.keys(columns));
  for await (const page of pages) {
    const rows = page.map((row) => cells.map((cell) => cell(row)));
    if (rows.length > 0) yield stringify(rows, OPTIONS);
  }
}

const FORMULA = '[=+@\\t\\r\uFF1D\uFF0B\uFF20\uFF0D-]';
const QUOTED = '[;"\\r\\n]';

/** A cell of a text, made by Postgres: null is empty. */
export function csvCell(text: string): string {
  const escaped = `CASE WHEN ${text} ~ E'^${FORMULA}' THEN '''' ELSE '' END || ${text}`;
  return `CASE
    WHEN ${text} IS NULL THEN ''
    WHEN ${text} !~ E'^${FORMULA}|${QUOTED}' THEN ${text}
    WHEN ${text} ~ E'${QUOTED}' THEN '"' || replace(${escaped}, '"', '""') || '"'
    ELSE ${escaped} END`;
}

/** `reais` in a cell, made by Postgres of centavos, which are not below zero. */
export function csvReais(centavos: string): string {
  return `${centavos} / 100 || ',' || lpad((${centavos} % 100)::text, 2, '0')`;
}

export function reais(centavos: bigint): string {
  return formatMoney(centavos).replace('.', ',');
}

/** Punctuation keeps the zeros of a CPF. A masked one has it already. */
export function punctuated(cpf: string): string {
  return /^\d{11}$/.test(cpf) ? formatCpf(cpf) : cpf;
}
