import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { validationRules } from './check-operation.js';
import { conditionalSubscriptions } from './conditional-subscription.js';
import { furtherLiteralProblems } from './further-problems.js';
import { LIMITS } from './limits.js';

const DOCUMENTS_KEPT = 200;
const KEPT_LENGTH = 4_000;

/** The documents that are valid for the schema, those seen last kept: clients send the same few again and again. */
export interface Documents {
  /** The document of a text that was read or kept before. */
  known(text: string): DocumentNode | undefined;
  /** Remembers a document in which no problem was found. */
  keep(text: string, document: DocumentNode): void;
  /** Why a document is not valid for the schema and the limits of the service, with Apollo's codes. */
  problemsOf(document: DocumentNode): GraphQLError[];
  /** The document of a text, under the limits of the service, or why it is refused, with Apollo's codes. */
  read(text: string): DocumentNode | GraphQLError[];
}

export function createDocuments(schema: GraphQLSchema, options: { hideSuggestions: boolean }): Documents {
  const kept = new LRUCache<string, DocumentNode>({ max: DOCUMENTS_KEPT });
  const keep = (text: string, document: DocumentNode): void => {
    if (text.length <= KEPT_LENGTH) kept.set(text, document);
  };

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
    known: (text) => kept.get(text),
    keep,
    problemsOf,
    read(text) {
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
  const text = hideSuggestion ? message.replace(/ ?Did you mean.+\?$/, '') : message;
  return new GraphQLError(text, { nodes, source, positions, originalError, extensions: { code } });
}
