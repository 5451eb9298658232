import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { validationRules } from './check-operation.js';
import { conditionalSubscriptions } from './conditional-subscription.js';
import { furtherLiteralProblems } from './further-problems.js';
import { withoutSuggestion } from './graphql-js-messages.js';
import { LIMITS } from './limits.js';

const DOCUMENTS_KEPT = 200;
const KEPT_LENGTH = 4_000;

export type Documents = ReturnType<typeof createDocuments>;

/** Valid documents, the last ones kept: clients send the same few again and again. */
export function createDocuments(schema: GraphQLSchema, options: { hideSuggestions: boolean }) {
  const kept = new LRUCache<string, DocumentNode>({ max: DOCUMENTS_KEPT });
  const keep = (text: string, document: DocumentNode): void => {
    if (text.length <= KEPT_LENGTH) kept.set(text, document);
  };

  /** Why a document is not valid, with Apollo's codes. */
  const problemsOf = (document: DocumentNode): GraphQLError[] => {
    const conditional = conditionalSubscriptions(document);
    const rules = [...specifiedRules, ...validationRules];
    const errors = conditional.length > 0 ? conditional : validate(schema, document, rules, { maxErrors: LIMITS.errors });
    const further = errors.length > 0 ? furtherLiteralProblems(schema, document, errors) : [];
    return [...errors, ...further.slice(0, LIMITS.errors)].map((error) =>
      withCode(error, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED, options.hideSuggestions),
    );
  };

  return {
    known: (text: string) => kept.get(text),
    keep,
    problemsOf,
    /** The document of a text, or why it is refused. */
    read(text: string): DocumentNode | GraphQLError[] {
      const known = kept.get(text);
      if (known) return known;

      let document: DocumentNode;
      try {
        document = parse(text, { maxTokens: LIMITS.tokens });
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        return [withCode(error, ApolloServerErrorCode.GRAPHQL_PARSE_FAILED)];
      }
      const problems = problemsOf(document);
      if (problems.length > 0) return problems;
      keep(text, document);
      return document;
    },
  };
}

function withCode(error: GraphQLError, code: ApolloServerErrorCode, hideSuggestion = false): GraphQLError {
  const { message, nodes, source, positions, originalError } = error;
  const text = hideSuggestion ? withoutSuggestion(message) : message;
  return new GraphQLError(text, { nodes, source, positions, originalError, extensions: { ...error.extensions, code } });
}
