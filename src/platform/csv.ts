import { formatCpf } from '@brazilian-utils/brazilian-utils';
import { stringify } from 'csv-stringify/sync';
import { formatMoney } from './money.js';

export type CsvColumns<Row> = Record<string, (row: Row) => string>;

/** Cells that a spreadsheet would read as a formula get an apostrophe, also phones that begin with +. */
const OPTIONS = { delimiter: ';', record_delimiter: 'windows', escape_formulas: true } as const;

/** As a Brazilian Excel opens it, one text for each page. */
export async function* csvTexts<Row>(columns: CsvColumns<Row>, pages: AsyncIterable<Row[]>): AsyncGenerator<string, void> {
  const cells = Object.values(columns);
  yield stringify([Object.keys(columns)], { ...OPTIONS, bom: true });
  for await (const page of pages) {
    const rows = page.map((row) => cells.map((cell) => cell(row)));
    if (rows.length > 0) yield stringify(rows, OPTIONS);
  }
}

export function reais(centavos: bigint): string {
  return formatMoney(centavos).replace('.', ',');
}

/** Punctuation keeps the zeros of a CPF. A masked one has it already. */
export function punctuated(cpf: string): string {
  return /^\d{11}$/.test(cpf) ? formatCpf(cpf) : cpf;
}
