import { ApiPixProblem, type Violation } from './problem.js';

/** The query string of a request, as Fastify parses it. */
export type Query = Record<string, string | string[] | undefined>;

/** What a list is asked for: records from `from` to `to`, both included, and which page of them. */
export interface Consultation {
  from: Date;
  to: Date;
  page: number;
  itemsPerPage: number;
  /** The other parameters, as sent. */
  filters: Record<string, string>;
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;
const PAGINATION = ['paginacao.paginaAtual', 'paginacao.itensPorPagina'] as const;

/**
 * Reads the parameters all lists of API Pix share, plus those named in `filters`. Throws the problem `type` with every
 * violation. Where the standard lets the period be left out, `periodIsOptional` says so.
 */
export function readConsultation(
  query: Query,
  { type, filters = [], periodIsOptional = false }: { type: string; filters?: string[]; periodIsOptional?: boolean },
): Consultation {
  const violations: Violation[] = [];
  const text = (name: string): string | undefined => {
    const value = query[name];
    if (Array.isArray(value)) violations.push({ propriedade: name, razao: 'O parâmetro foi informado mais de uma vez.' });
    return Array.isArray(value) ? undefined : value;
  };
  const date = (name: string, otherwise: string): Date => {
    const value = text(name) ?? (periodIsOptional ? otherwise : '');
    if (!RFC_3339.test(value) || Number.isNaN(Date.parse(value))) {
      violations.push({ propriedade: name, razao: 'O parâmetro não respeita o schema.' });
    }
    return new Date(value);
  };
  const integer = (name: string, otherwise: number, min: number, max: number): number => {
    const value = Number(text(name) ?? otherwise);
    if (!Number.isInteger(value) || value < min || value > max) {
      violations.push({ propriedade: name, razao: 'O parâmetro não respeita o schema.' });
    }
    return value;
  };

  const from = date('inicio', '1970-01-01T00:00:00Z');
  const to = date('fim', '9999-12-31T23:59:59Z');
  if (to < from) violations.push({ propriedade: 'fim', razao: 'O timestamp é anterior ao do parâmetro inicio.' });
  const page = integer(PAGINATION[0], 0, 0, 2_147_483_647);
  const itemsPerPage = integer(PAGINATION[1], 100, 1, 1000);
  const given: Record<string, string> = {};
  for (const name of filters) {
    const value = text(name);
    if (value !== undefined) given[name] = value;
  }
  if (given.cpf !== undefined && given.cnpj !== undefined) {
    violations.push({ propriedade: 'cnpj', razao: 'Ambos os parâmetros cpf e cnpj estão preenchidos.' });
  }
  if (violations.length > 0) {
    throw new ApiPixProblem(
      400,
      type,
      'Consulta inválida.',
      'Os parâmetros não respeitam o schema ou não fazem sentido.',
      violations,
    );
  }
  return { from, to, page, itemsPerPage, filters: given };
}

/**
 * The asked page of the records within the period, and the `parametros` that say so. `at` is the time a record is filed
 * under.
 */
export function consult<T>(records: T[], { from, to, page, itemsPerPage, filters }: Consultation, at: (record: T) => string) {
  const found = records.filter((record) => {
    const time = Date.parse(at(record));
    return time >= from.getTime() && time <= to.getTime();
  });
  const flags = Object.entries(filters).map(([name, value]) => [
    name,
    value === 'true' || value === 'false' ? value === 'true' : value,
  ]);
  return {
    items: found.slice(page * itemsPerPage, (page + 1) * itemsPerPage),
    parametros: {
      inicio: from.toISOString(),
      fim: to.toISOString(),
      ...Object.fromEntries(flags),
      paginacao: {
        paginaAtual: page,
        itensPorPagina: itemsPerPage,
        quantidadeDePaginas: Math.max(1, Math.ceil(found.length / itemsPerPage)),
        quantidadeTotalDeItens: found.length,
      },
    },
  };
}
