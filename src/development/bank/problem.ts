/** What is wrong with one field of a request, in the standard's words for it. */
export interface Violation {
  razao: string;
  propriedade: string;
}

/**
 * A refusal as API Pix answers it (RFC 7807). `type` is the last part of the type's URI, from the standard's list of errors
 * ("CobNaoEncontrado", "CobOperacaoInvalida", ...).
 */
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

  /** The body of the answer, `application/problem+json`. */
  document(): Record<string, unknown> {
    const { status, title, message: detail, violations } = this;
    const type = `https://pix.bcb.gov.br/api/v2/error/${this.type}`;
    return { type, title, status, detail, ...(violations.length > 0 && { violacoes: violations }) };
  }
}

/** 404 for an entity the bank has not. */
export function notFound(type: string): ApiPixProblem {
  return new ApiPixProblem(404, type, 'Não Encontrado', 'Entidade não encontrada.');
}

/** 400 for a charge that breaks a rule of the standard. */
export function invalidCob(propriedade: string, razao: string): ApiPixProblem {
  const detail = 'A requisição que busca alterar ou criar uma cobrança para pagamento imediato está semanticamente errada.';
  return new ApiPixProblem(400, 'CobOperacaoInvalida', 'Cobrança inválida.', detail, [{ razao, propriedade }]);
}
