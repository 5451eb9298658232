import etagOf from 'etag';
import type { FastifyInstance } from 'fastify';
import {
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  isInputObjectType,
  Kind,
  typeFromAST,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { ERROR_CODES } from '../platform/domain-error.js';
import { REVALIDATED, sendRevalidated } from '../platform/http/caching.js';
import { answeredSchema, selectedFields, sentSchema } from './json-schema.js';
import { json, type JsonSchema } from './schema-object.js';
import { BARE_ERROR, ERROR, refusals } from './openapi-errors.js';
import { DESCRIPTION, TAGS } from './openapi-texts.js';
import { withArgumentRules, withInputRules } from './input-bounds.js';
import { withExamples } from './openapi-examples.js';
import { TOTAL_DESCRIPTION } from './page.js';
import { isForAnyone, isPublicPath, publicPath } from './public-routes.js';
import { needsToken, type Route } from './route.js';
import { readsQuery } from './variables.js';

type Schemas = Record<string, JsonSchema>;

interface OpenApiParts {
  schema: GraphQLSchema;
  routes: readonly Route[];
  otherPaths?: Schemas;
  /** What receivers are sent, by the kind of event. */
  webhooks?: Schemas;
  /** Where the service is reached, where that is known. */
  publicUrl: string | undefined;
  siteName: string;
}

/**
 * Serves `/openapi.json`: OpenAPI 3.1 of the REST routes, made of their table and the schema their documents are in, and of `otherPaths`,
 * which run no document. It is made when it is first asked for, and once: no start waits for it. Returns what makes it.
 */
export function mountOpenApi(fastify: FastifyInstance, parts: OpenApiParts): () => JsonSchema {
  let document: JsonSchema | undefined;
  const made = (): JsonSchema => (document ??= documentOf(parts));
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

function documentOf({ schema, routes, otherPaths = {}, webhooks = {}, publicUrl, siteName }: OpenApiParts): JsonSchema {
  const components: Schemas = { Error: ERROR, BareError: BARE_ERROR };
  const paths: Schemas = { ...otherPaths };
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(schema, route, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Raffle gateway',
      version: '1',
      description: DESCRIPTION,
      contact: { name: siteName, ...(publicUrl && { url: publicUrl }) },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    // Without an address of its own it is where this document was asked for.
    servers: [{ url: publicUrl ?? '/', description: 'This service.' }],
    tags: tagsOf(paths),
    paths: withExamples(withSummaries(paths), components),
    webhooks: withSummaries(webhooks),
    components: { schemas: components, securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

/** Each operation with the first sentence of its description, which is what a list of them shows. */
function withSummaries(paths: Schemas): Schemas {
  const summed = (operation: JsonSchema): JsonSchema => ({
    summary: /^.*?\.(?=\s|$)/.exec(operation.description as string)?.[0],
    ...operation,
  });
  const ofPath = (path: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(path).map(([method, operation]) => [method, summed(operation as JsonSchema)]));
  return Object.fromEntries(Object.entries(paths).map(([address, path]) => [address, ofPath(path)]));
}

/** The tags that operations have, by name, each with what it is about; throws for one of which nothing is said. */
function tagsOf(paths: Schemas): { name: string; description: string }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as JsonSchema[]);
  const names = new Set(operations.flatMap(({ tags }) => tags as string[]));
  return [...names].toSorted().map((name) => {
    const description = TAGS[name];
    if (!description) throw new Error(`nothing says what the tag ${name} is about`);
    return { name, description };
  });
}

function operation(schema: GraphQLSchema, route: Route, components: Schemas): JsonSchema {
  const inputs = (route.operation.variableDefinitions ?? []).map(({ variable: { name }, type }) => ({
    name: name.value,
    in: route.parameters.includes(name.value) ? 'path' : readsQuery(route) ? 'query' : 'body',
    required: type.kind === Kind.NON_NULL_TYPE,
    ...asArgument(schema, route, name.value, sentSchema(typeFromAST(schema, type) as GraphQLType, components)),
  }));
  const inBody = inputs.filter((input) => input.in === 'body');
  const { description, answer } = answerOf(schema, route, components);
  return {
    operationId: `${isPublicPath(route.path) ? 'Public' : ''}${route.operation.name?.value}`,
    tags: [route.path.split('/').find((part) => part && part !== 'v1' && part !== 'public')],
    description: [description, ...onToken(schema, route), ...onRefusals(route)].join(' '),
    security: needsToken(route.path) ? [{ token: [] }] : [],
    parameters: [...inputs.filter((input) => input.in !== 'body'), ...(route.takesKey ? [IDEMPOTENCY_KEY] : [])],
    ...(inBody.length > 0 && { requestBody: requestBody(inBody, components) }),
    responses: {
      [route.status]: { description: 'Done.', ...(route.status !== 204 && { content: json(answer) }) },
      ...refusals(route.refusals),
    },
  };
}

/** What an operation that is for anyone says of the token, which its description in GraphQL knows nothing of. */
function onToken(schema: GraphQLSchema, route: Route): string[] {
  if (isPublicPath(route.path)) return ['No token is asked for here, and one that comes along is ignored.'];
  if (!needsToken(route.path) || !isForAnyone(schema, route)) return [];
  const elsewhere = publicPath(route.path).replace(/:(\w+)/g, '{$1}');
  return [`Here with the access token of a buyer or an operator; without one use \`${route.method} ${elsewhere}\`.`];
}

/** What an operation that is described by its codes says of their statuses, where they are fewer here. */
function onRefusals({ refusals: listed }: Route): string[] {
  if (!listed) return [];
  const others = Object.entries(ERROR_CODES).filter(
    ([, { status }]) => status < 500 && status !== 429 && !listed.includes(status),
  );
  return [`Here ${others.map(([code]) => code).join(', ')} are answered with status 400.`];
}

/** A variable by the argument that it is given to: what that means, and what its rules ask of the value. */
function asArgument(schema: GraphQLSchema, { operation, fragments }: Route, variable: string, sent: JsonSchema) {
  if (variable === 'total') return { description: TOTAL_DESCRIPTION, schema: sent };
  const fields = schema.getRootType(operation.operation)?.getFields();
  for (const { name, given } of selectedFields(operation.selectionSet, fragments)) {
    for (const { name: argument, value } of given) {
      const taken = fields?.[name]?.args.find((one) => one.name === argument.value);
      if (!taken) continue;
      if (value.kind === Kind.VARIABLE && value.name.value === variable)
        return { description: taken.description, schema: withArgumentRules(name, taken.name, sent) };
      const type = getNamedType(taken.type);
      if (value.kind !== Kind.OBJECT || !isInputObjectType(type)) continue;
      const part =
        value.fields.find((one) => one.value.kind === Kind.VARIABLE && one.value.name.value === variable)?.name.value ?? '';
      const field = type.getFields()[part];
      if (field) return { description: field.description, schema: withInputRules(type.name, part, sent) };
    }
  }
  throw new Error(`${operation.name?.value} gives its variable ${variable} to no argument of its own`);
}

/** The body is the document's `input`, or the variables themselves where it has none. None is needed where no field is. */
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
  // An input that may be left out is no reference, but one or null.
  const component = components[String($ref).split('/').at(-1) ?? ''];
  return ((component?.required as string[] | undefined) ?? []).length > 0;
}

/** What the route answers: the record its document selects, a part of it, or the page made of a connection. */
function answerOf(schema: GraphQLSchema, route: Route, components: Schemas): { description: string; answer: JsonSchema } {
  const [selected] = selectedFields(route.operation.selectionSet, route.fragments);
  const field = selected && schema.getRootType(route.operation.operation)?.getFields()[selected.name];
  if (!field) throw new Error(`the schema has nothing for ${route.method} ${route.path}`);
  const description = field.description ?? '';
  // Null is no answer but 404.
  const type = new GraphQLNonNull(getNullableType(field.type));
  const answer = answeredSchema(type, selected.selectionSet, route.fragments, components);
  const part = route.part === undefined ? answer : (answer.properties as Schemas)[route.part];
  if (!part) throw new Error(`${route.method} ${route.path} sends a part that its document does not select`);
  if (!getNamedType(type).name.endsWith('Connection')) return { description, answer: part };
  const { nodes: data, pageInfo, totalCount } = answer.properties as Schemas;
  const required = (answer.required as string[]).map((name) => (name === 'nodes' ? 'data' : name));
  return { description, answer: { ...answer, required, properties: { data, pageInfo, totalCount } } };
}

/** As a parameter of the routes that take one. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repetition safe: what comes again with the same key and body is done once. New for each purpose.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
