interface Violation {
  razao: string;
  propriedade: string;
}

/** A refusal of API Pix (RFC 7807). `type` is the last part of the type's URI in the standard. */
export class ApiPixProblem extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly title: string,
    detail: string,
    readonly violations: Violation[] = [],
  ) {
    super(detail);
  }

  document(): Record<string, unknown> {
    const { status, title, message: detail, violations } = this;
    const type = `https://pix.bcb.gov.br/api/v2/error/${this.type}`;
    return { type, title, status, detail, ...(violations.length > 0 && { violacoes: violations }) };
  }
}

export function notFound(type: string): ApiPixProblem {
  return new ApiPixProblem(404, type, 'Não Encontrado', 'Entidade não encontrada.');
}

export function invalidCob(propriedade: string, razao: string): ApiPixProblem {
  const detail = 'A requisição que busca alterar ou criar uma cobrança para pagamento imediato está semanticamente errada.';
  return new ApiPixProblem(400, 'CobOperacaoInvalida', 'Cobrança inválida.', detail, [{ razao, propriedade }]);
}

export type Query = Record<string, string | string[] | undefined>;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

/** Reads the parameters that all lists of API Pix share, and those in `filters`. Throws the problem `type` with every violation. */
export function readConsultation(
  query: Query,
  { type, filters = [], periodIsOptional = false }: { type: string; filters?: string[]; periodIsOptional?: boolean },
) {
  const violations: Violation[] = [];
  const violate = (propriedade: string, razao = 'O parâmetro não respeita o schema.') => violations.push({ propriedade, razao });
  const text = (name: string): string | undefined => {
    const value = query[name];
    if (Array.isArray(value)) violate(name, 'O parâmetro foi informado mais de uma vez.');
    return Array.isArray(value) ? undefined : value;
  };
  const date = (name: string, otherwise: string): Date => {
    const value = text(name) ?? (periodIsOptional ? otherwise : '');
    if (!RFC_3339.test(value) || Number.isNaN(Date.parse(value))) violate(name);
    return new Date(value);
  };
  const integer = (name: string, otherwise: number, min: number, max: number): number => {
    const value = Number(text(name) ?? otherwise);
    if (!Number.isInteger(value) || value < min || value > max) violate(name);
    return value;
  };

  const from = date('inicio', '1970-01-01T00:00:00Z');
  const to = date('fim', '9999-12-31T23:59:59Z');
  if (to < from) violate('fim', 'O timestamp é anterior ao do parâmetro inicio.');
  const page = integer('paginacao.paginaAtual', 0, 0, 2_147_483_647);
  const itemsPerPage = integer('paginacao.itensPorPagina', 100, 1, 1000);
  const given: Record<string, string> = {};
  for (const name of filters) {
    const value = text(name);
    if (value !== undefined) given[name] = value;
  }
  if (given.cpf !== undefined && given.cnpj !== undefined) {
    violate('cnpj', 'Ambos os parâmetros cpf e cnpj estão preenchidos.');
  }
  if (violations.length > 0) {
    const detail = 'Os parâmetros não respeitam o schema ou não fazem sentido.';
    throw new ApiPixProblem(400, type, 'Consulta inválida.', detail, violations);
  }
  return { from, to, page, itemsPerPage, filters: given };
}

/** The page of the records within the period, both ends included, and its `parametros`. `at` is a record's time. */
export function consult<T>(
  records: T[],
  { from, to, page, itemsPerPage, filters }: ReturnType<typeof readConsultation>,
  at: (record: T) => string,
) {
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

const amount = { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' };
const name = { type: 'string', minLength: 1, maxLength: 200 };
const devedor = {
  type: 'object',
  required: ['nome'],
  properties: { nome: name, cpf: { type: 'string', pattern: '^\\d{11}$' }, cnpj: { type: 'string', pattern: '^[0-9A-Z]{14}$' } },
  oneOf: [{ required: ['cpf'] }, { required: ['cnpj'] }],
};
const cobProperties = {
  calendario: {
    type: 'object',
    properties: { expiracao: { type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 86_400 } },
  },
  devedor,
  valor: {
    type: 'object',
    properties: { original: amount, modalidadeAlteracao: { type: 'integer', minimum: 0, maximum: 1 } },
  },
  chave: { type: 'string', minLength: 1, maxLength: 77 },
  solicitacaoPagador: { type: 'string', maxLength: 140 },
  infoAdicionais: {
    type: 'array',
    maxItems: 50,
    items: {
      type: 'object',
      required: ['nome', 'valor'],
      properties: { nome: { type: 'string', maxLength: 50 }, valor: { type: 'string', maxLength: 200 } },
    },
  },
};

/** CobSolicitada. This bank offers no Saque or Troco. */
export const cobBody = {
  type: 'object',
  required: ['calendario', 'valor', 'chave'],
  properties: { ...cobProperties, valor: { ...cobProperties.valor, required: ['original'] } },
};

/** CobRevisada. */
export const cobRevisionBody = {
  type: 'object',
  properties: {
    ...cobProperties,
    calendario: { type: 'object', required: ['expiracao'], properties: cobProperties.calendario.properties },
    status: { type: 'string', const: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  },
};

/** DevolucaoSolicitada. */
export const devolucaoBody = {
  type: 'object',
  required: ['valor'],
  properties: { valor: amount, natureza: { type: 'string', const: 'ORIGINAL' }, descricao: { type: 'string', maxLength: 140 } },
};

/** WebhookSolicitado. */
export const webhookBody = {
  type: 'object',
  required: ['webhookUrl'],
  properties: { webhookUrl: { type: 'string', maxLength: 2_000 } },
};

/** `valor`: to try a wrong amount, or the one that the code leaves open. */
export const payBody = {
  type: 'object',
  required: ['pixCopiaECola'],
  properties: { pixCopiaECola: { type: 'string', maxLength: 1_000 }, valor: amount },
};

export const endDisputeBody = {
  type: 'object',
  required: ['endToEndId', 'returned'],
  properties: { endToEndId: { type: 'string' }, returned: { type: 'boolean' } },
};

export const returnBody = {
  type: 'object',
  required: ['endToEndId'],
  properties: { endToEndId: { type: 'string' }, valor: amount },
};
