import type { ErrorCode, GatewayError } from '../../client/errors.js';
import { texts, useTexts, type Texts } from './language.js';

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
    RATE_LIMITED: 'Too many attempts. Wait a little and try again.',
    PAYMENT_PROVIDER_UNAVAILABLE: 'The bank did not answer. Try again in a moment.',
    FORBIDDEN: 'Your account may not do this.',
    NOT_FOUND: 'We cannot find what you look for.',
    SOLD_OUT: 'There are not that many quotas left.',
  },
});

/** What a refusal says to a person: our words for what they can do nothing about, else the service's own, which name the reason. */
export function useProblemWords(): (problem: GatewayError) => string {
  const words = useTexts(WORDS);
  return (problem) => words[problem.code] ?? problem.message;
}
