import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { validationRules } from './check-operation.js';
import { LIMITS } from './limits.js';

const DOCUMENTS_KEPT = 200;
const KEPT_LENGTH = 4_000;

/**
 * Reads documents that do not come through Apollo, under the limits that it is given: the document, or why it is refused, with
 * Apollo's codes. The last good ones are kept: when a server restarts, all its sockets come back with the same few.
 */
export function createDocuments(
  schema: GraphQLSchema,
  options: { hideSuggestions: boolean },
): (text: string) => DocumentNode | GraphQLError[] {
  const kept = new Map<string, DocumentNode>();
  return (text) => {
    const known = kept.get(text);
    if (known) return known;

    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: LIMITS.tokens });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return [withCode(error, ApolloServerErrorCode.GRAPHQL_PARSE_FAILED)];
    }
    const errors = validate(schema, document, [...specifiedRules, ...validationRules], { maxErrors: LIMITS.errors });
    if (errors.length > 0) {
      return errors.map((error) => withCode(error, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED, options.hideSuggestions));
    }

    if (text.length > KEPT_LENGTH) return document;
    kept.set(text, document);
    for (const oldest of kept.keys()) {
      if (kept.size <= DOCUMENTS_KEPT) break;
      kept.delete(oldest);
    }
    return document;
  };
}

function withCode(error: GraphQLError, code: ApolloServerErrorCode, hideSuggestion = false): GraphQLError {
  const { message, nodes, source, positions, originalError } = error;
  const text = hideSuggestion ? message.replace(/ ?Did you mean.+\?$/, '') : message;
  return new GraphQLError(text, { nodes, source, positions, originalError, extensions: { code } });
}
