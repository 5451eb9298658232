import type { GraphQLFormattedError } from 'graphql';
import type { FieldProblems } from '../platform/domain-error.js';
import type { Language } from '../platform/messages/language.js';
import { tell } from '../platform/messages/told.js';

/** The errors of an answer, as `formatErrors` wrote them, in a language. */
export function inLanguage(errors: readonly GraphQLFormattedError[], language: Language): GraphQLFormattedError[] {
  if (language === 'en') return [...errors];
  return errors.map((error) => {
    const fields = error.extensions?.fields as FieldProblems | undefined;
    const { message, ...told } = tell({ message: error.message, fields }, language);
    return { ...error, message, extensions: { ...error.extensions, ...(told.fields && told) } };
  });
}
