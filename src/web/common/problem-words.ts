import type { ErrorCode, FieldProblems, GatewayError } from '../../client/errors.js';
import { BUYER_MESSAGES, BUYER_PROBLEMS } from './buyer-words.js';
import { texts, useLanguage, useTexts, type Texts } from './language.js';
import { said } from './said.js';

/** What a person can do nothing about but wait, in words that do not speak of servers. */
const WORDS: Texts<Partial<Record<ErrorCode, string>>> = texts<Partial<Record<ErrorCode, string>>>({
  'pt-BR': {
    NETWORK_ERROR: 'Sem resposta do servidor. Confira a sua conexão e tente de novo.',
    UNAVAILABLE: 'O serviço está indisponível no momento. Tente de novo em instantes.',
    INTERNAL_SERVER_ERROR: 'Algo deu errado do nosso lado. Tente de novo.',
    RATE_LIMITED: 'Foram muitas tentativas. Espere um pouco e tente de novo.',
    PAYMENT_PROVIDER_UNAVAILABLE: 'O banco não respondeu. Tente de novo em instantes.',
    FORBIDDEN: 'A sua conta não pode fazer isso.',
    NOT_FOUND: 'Não encontramos o que você procura.',
    SOLD_OUT: 'Não há tantas cotas livres.',
  },
  en: {
    NETWORK_ERROR: 'There was no answer. Check your connection and try again.',
    UNAVAILABLE: 'The service is not available right now. Try again in a moment.',
    INTERNAL_SERVER_ERROR: 'Something went wrong on our side. Try again.',
    PAYMENT_PROVIDER_UNAVAILABLE: 'The bank did not answer. Try again in a moment.',
  },
});

/** What a refusal says to a person. The service says the reason in English: in Portuguese where there is a row for it, else by its code. */
export function useErrorMessage(): (problem: GatewayError) => string {
  const words = useTexts(WORDS);
  const isPortuguese = useLanguage() === 'pt-BR';
  return ({ code, message }) => (isPortuguese ? said(BUYER_MESSAGES, message) : undefined) ?? words[code] ?? message;
}

/** The problems of fields, in the reader's language where there is a row for them. */
export function useFieldWords(): (fields: FieldProblems) => FieldProblems {
  const isPortuguese = useLanguage() === 'pt-BR';
  return (fields) => {
    if (!isPortuguese) return fields;
    const entries = Object.entries(fields);
    return Object.fromEntries(
      entries.map(([field, problems]) => [field, problems.map((text) => said(BUYER_PROBLEMS, text) ?? text)]),
    );
  };
}
