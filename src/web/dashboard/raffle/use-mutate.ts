import { useCallback } from 'preact/hooks';
import type { GatewayClient } from '../../../client/create-client.js';
import { GatewayError } from '../../../client/errors.js';
import { problemOf } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { useLanguage } from '../../common/language.js';
import { messageInPortuguese, problemInPortuguese } from './service-words.js';

/** The client's `mutate`, whose refusals speak the language of the page as far as that is known. */
export function useMutate(): GatewayClient['mutate'] {
  const client = useClient();
  const language = useLanguage();
  return useCallback(
    async (document, variables, options) => {
      try {
        return await client.mutate(document, variables, options);
      } catch (error) {
        throw language === 'pt-BR' ? inPortuguese(problemOf(error)) : error;
      }
    },
    [client, language],
  );
}

/** The refusal as it came stands as its cause: figures are read from it. */
function inPortuguese(problem: GatewayError): GatewayError {
  const fields = Object.fromEntries(
    Object.entries(problem.fields).map(([name, texts]) => [name, [...new Set(texts.map((text) => problemInPortuguese(text)))]]),
  );
  const { code, retryAfterSeconds } = problem;
  return new GatewayError(code, messageInPortuguese(problem.message), { fields, retryAfterSeconds, cause: problem });
}
