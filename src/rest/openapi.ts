import etagOf from 'etag';
import type { FastifyInstance } from 'fastify';
import {
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  isNullableType,
  Kind,
  parseType,
  typeFromAST,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { errorCodesOf } from '../graphql/refuses.js';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import { REVALIDATED, sendRevalidated } from '../platform/http/send.js';
import { answeredSchema, sentSchema } from './json-schema.js';
import { json, mapOperations, type JsonSchema } from './schema-object.js';
import { BARE_ERROR, errorResponses, errorSchema, refusals, refusalsOf } from './openapi-errors.js';
import { DESCRIPTION, TOTAL_DESCRIPTION } from './openapi-texts.js';
import { withArgumentRules, withInputRules } from './input-bounds.js';
import { withExamples, withFieldExamples, type AlsoSent } from './openapi-examples.js';
import { needsToken, readsQuery } from './route.js';
import { referredTo, shareParameters } from './shared-parts.js';
import { isPublicPath, publicPath, type ServedRoute, type Variable } from './served-route.js';

type Schemas = Record<string, JsonSchema>;

/** Who serves it, and where. */
export interface Publisher {
  publicUrl: string | undefined;
  siteName: string;
}

interface OpenApiParts extends Publisher {
  schema: GraphQLSchema;
  routes: readonly ServedRoute[];
  otherPaths?: Schemas;
  tags: Readonly<Record<string, string>>;
  webhooks?: Schemas;
  alsoSent?: AlsoSent;
}

/** Serves `/openapi.json`, which is made when somebody asks for it first, and returns the function that makes it. */
export function mountOpenApi(fastify: FastifyInstance, make: () => JsonSchema): () => JsonSchema {
  let document: JsonSchema | undefined;
  const made = (): JsonSchema => (document ??= make());
  let sent: { text: string; etag: string } | undefined;
  fastify.get('/openapi.json', async (_request, reply) => {
    if (!sent) {
      const text = JSON.stringify(made());
      sent = { text, etag: etagOf(text, { weak: true }) };
    }
    reply.type('application/json; charset=utf-8').header('cache-control', REVALIDATED.everybody);
    return sendRevalidated(reply, sent.text, sent.etag);
  });
  return made;
}

/** OpenAPI 3.1. */
export function openApiDocument({
  schema,
  routes,
  otherPaths = {},
  tags,
  webhooks = {},
  alsoSent = {},
  publicUrl,
  siteName,
}: OpenApiParts): JsonSchema {
  const components: Schemas = { Error: errorSchema(), BareError: BARE_ERROR };
  const paths: Schemas = { ...otherPaths };
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(schema, route, components) };
  }
  const exampled = withExamples(withSummaries(paths), components, alsoSent);
  const events = withSummaries(webhooks);
  const { parameters, withReferences } = shareParameters([exampled, events]);
  const operations = { paths: withReferences(exampled), webhooks: withReferences(events) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Raffle gateway',
      version: '1',
      description: DESCRIPTION,
      contact: { name: siteName, ...(publicUrl && { url: publicUrl }) },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    // Without a public URL it is relative to this document.
    servers: [{ url: publicUrl ?? '/', description: 'This service.' }],
    tags: tagsOf(paths, tags),
    ...operations,
    components: {
      schemas: withFieldExamples(components),
      responses: referredTo(operations, 'responses', errorResponses()),
      parameters,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function withSummaries(paths: Schemas): Schemas {
  return mapOperations(paths, (operation) => ({
    summary: /^.*?\.(?=\s|$)/.exec(operation.description as string)?.[0],
    ...operation,
  }));
}

function tagsOf(paths: Schemas, about: OpenApiParts['tags']): { name: string; description: string }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as JsonSchema[]);
  const names = new Set(operations.flatMap(({ tags }) => tags as string[]));
  return [...names].toSorted().map((name) => {
    const description = about[name];
    if (!description) throw new Error(`nothing says what the tag ${name} is about`);
    return { name, description };
  });
}

function operation(schema: GraphQLSchema, route: ServedRoute, components: Schemas): JsonSchema {
  const inputs = [...route.variables].map(([name, variable]) => {
    const sent = sentSchema(typeFromAST(schema, parseType(variable.type)) as GraphQLType, components);
    return {
      name,
      in: route.parameters.includes(name) ? 'path' : readsQuery(route) ? 'query' : 'body',
      required: variable.type.endsWith('!'),
      description: variable.to ? variable.to.description : TOTAL_DESCRIPTION,
      schema: withRules(route, variable, sent),
    };
  });
  const inBody = inputs.filter((input) => input.in === 'body');
  const description = route.schemaField.description ?? '';
  const codes = codesOf(route);
  return {
    operationId: `${isPublicPath(route.path) ? 'Public' : ''}${route.name}`,
    tags: [route.path.split('/').find((part) => part && part !== 'v1' && part !== 'public')],
    description: [description, ...onToken(route), ...onRefusals(route)].join(' '),
    security: needsToken(route.path) ? [{ token: [] }] : [],
    parameters: [...inputs.filter((input) => input.in !== 'body'), ...(route.takesKey ? [IDEMPOTENCY_KEY] : [])],
    ...(inBody.length > 0 && { requestBody: requestBody(inBody, components) }),
    responses: {
      [route.status]: { description: 'Done.', ...(route.status !== 204 && { content: json(answerOf(route, components)) }) },
      ...(route.refusals ? refusals(route.refusals) : refusalsOf(codes, route.method !== 'GET')),
    },
    'x-error-codes': codes,
  };
}

/** The operation's codes, and what a route adds: unknown parameters, its token, and 404 in place of null. */
function codesOf({ schemaField, path }: ServedRoute): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...errorCodesOf(schemaField),
    'BAD_USER_INPUT',
    ...(needsToken(path) ? (['UNAUTHENTICATED', 'TOKEN_EXPIRED'] as const) : []),
    ...(isNullableType(schemaField.type) ? (['NOT_FOUND'] as const) : []),
  ]);
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

function onToken(route: ServedRoute): string[] {
  if (isPublicPath(route.path)) return ['No token is needed here, and one that is sent is ignored.'];
  if (!needsToken(route.path) || !route.isForAnyone) return [];
  const elsewhere = publicPath(route.path).replace(/:(\w+)/g, '{$1}');
  return [`This path needs the access token of a buyer or an operator; without one use \`${route.method} ${elsewhere}\`.`];
}

function onRefusals({ refusals: listed }: ServedRoute): string[] {
  if (!listed) return [];
  const others = Object.entries(ERROR_CODES).filter(
    ([, { status }]) => status < 500 && status !== 429 && !listed.includes(status),
  );
  return [`Here ${others.map(([code]) => code).join(', ')} are answered with status 400.`];
}

function withRules(route: ServedRoute, { to, input }: Variable, sent: JsonSchema): JsonSchema {
  if (!to) return sent;
  return input ? withInputRules(input.type.name, to.name, sent) : withArgumentRules(route.field, to.name, sent);
}

function requestBody(
  inputs: { name: string; required: boolean; description: string | null | undefined; schema: JsonSchema }[],
  components: Readonly<Schemas>,
): JsonSchema {
  const whole = inputs.find(({ name }) => name === 'input');
  if (whole) return { required: needsFields(whole.schema, components), content: json(whole.schema) };
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  const properties = Object.fromEntries(inputs.map(({ name, description, schema: sent }) => [name, { description, ...sent }]));
  const schema = { type: 'object', required, properties, additionalProperties: false };
  return { required: required.length > 0, content: json(schema) };
}

function needsFields({ $ref }: JsonSchema, components: Readonly<Schemas>): boolean {
  const component = components[String($ref).split('/').at(-1) ?? ''];
  return ((component?.required as string[] | undefined) ?? []).length > 0;
}

function answerOf({ schemaField, document, part, ...selection }: ServedRoute, components: Schemas): JsonSchema {
  const [selected] = document().operation.selectionSet.selections;
  if (selected?.kind !== Kind.FIELD) throw new Error('a route selects one field');
  const type = new GraphQLNonNull(getNullableType(schemaField.type));
  if (part === undefined) return answeredSchema(type, { fields: selected.selectionSet, selection }, components);
  const [only] = selected.selectionSet?.selections ?? [];
  const field = (getNamedType(type) as GraphQLObjectType).getFields()[part];
  if (only?.kind !== Kind.FIELD || !field) throw new Error(`there is no ${part} in the answer`);
  return answeredSchema(field.type, { fields: only.selectionSet, selection }, components);
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repetition safe: the same key and body again return the first answer. Use a new key for each purpose.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
