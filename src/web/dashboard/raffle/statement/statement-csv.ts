import type { Language } from '../../../common/language.js';
import { STATEMENT_TEXTS, SUM_NAMES, type Statement } from './statement-texts.js';

/** As a Brazilian spreadsheet opens it: a byte order mark, semicolons, a decimal comma. English ones get a decimal point and commas. */
export function statementCsv({ days, total }: Statement, language: Language): string {
  const { day, total: all, sums } = STATEMENT_TEXTS[language];
  const [between, point] = language === 'pt-BR' ? [';', ','] : [',', '.'];
  const rows = [
    [day, ...SUM_NAMES.map((name) => sums[name])],
    ...days.map((one) => [one.day, ...SUM_NAMES.map((name) => one[name].replace('.', point))]),
    [all, ...SUM_NAMES.map((name) => total[name].replace('.', point))],
  ];
  return `\uFEFF${rows.map((cells) => `${cells.join(between)}\r\n`).join('')}`;
}
