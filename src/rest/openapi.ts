import type { FastifyInstance } from 'fastify';
import { getNamedType, getNullableType, GraphQLNonNull, Kind, typeFromAST, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import { jsonSchemas, selectedFields, type JsonSchema } from './json-schema.js';
import type { Route } from './route.js';
import { routes } from './routes.js';

/** Serves `/openapi.json`: OpenAPI 3.1 of the REST routes, made once of their table and of the schema their documents are in. */
export function mountOpenApi(fastify: FastifyInstance, schema: GraphQLSchema): void {
  const text = JSON.stringify(openApi(schema, routes));
  fastify.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
}

/** The description of a table of routes. Throws when a document does not fit the schema. */
export function openApi(schema: GraphQLSchema, table: readonly Route[]): JsonSchema {
  const components: Record<string, JsonSchema> = { Error: ERROR };
  const paths: Record<string, JsonSchema> = {};
  for (const route of table) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(schema, route, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Raffle gateway',
      version: '1',
      description:
        'The REST routes of the raffle service. The same operations, and more, are at /graphql. Money is BRL as decimal text; '
        + 'times are ISO 8601 in UTC. Every path under /v1 needs the access token of a user or an operator.',
    },
    paths,
    components: { schemas: components, securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

function operation(schema: GraphQLSchema, route: Route, components: Record<string, JsonSchema>): JsonSchema {
  const { sent } = jsonSchemas(components);
  const inputs = route.operation.variableDefinitions?.map(({ variable, type }) => ({
    name: variable.name.value,
    required: type.kind === Kind.NON_NULL_TYPE,
    schema: sent(typeFromAST(schema, type) as GraphQLInputType),
  })) ?? [];
  const inPath = inputs.filter(({ name }) => route.parameters.includes(name)).map((input) => ({ ...input, in: 'path' }));
  const others = inputs.filter(({ name }) => !route.parameters.includes(name));
  const inQuery = route.method === 'GET' ? others.map((input) => ({ ...input, in: 'query' })) : [];
  const { field, answer } = answerOf(schema, route, components);
  return {
    operationId: route.operation.name?.value,
    tags: [route.path.split('/')[route.path.startsWith('/auth') ? 1 : 2]],
    description: field.description,
    ...(route.path.startsWith('/v1/') && { security: [{ token: [] }] }),
    parameters: [...inPath, ...inQuery],
    ...(route.method !== 'GET' && others.length > 0 && { requestBody: requestBody(others) }),
    responses: {
      [route.status]: { description: 'Done.', ...(route.status !== 204 && { content: json(answer) }) },
      ...Object.fromEntries((route.refusals ?? [400, 401, 403, '4XX']).map((status) => [status, REFUSED])),
      429: { ...REFUSED, description: 'Too many requests: wait.' },
      '5XX': { ...REFUSED, description: 'Failed on our side or the payment provider\'s.' },
    },
  };
}

/** The body is the document's `input`, or the variables themselves where it has none. */
function requestBody(inputs: { name: string; required: boolean; schema: JsonSchema }[]): JsonSchema {
  const whole = inputs.find(({ name }) => name === 'input');
  if (whole) return { required: true, content: json(whole.schema) };
  const required = inputs.filter((input) => input.required).map(({ name }) => name);
  const properties = Object.fromEntries(inputs.map(({ name, schema }) => [name, schema]));
  return { required: required.length > 0, content: json({ type: 'object', required, properties, additionalProperties: false }) };
}

/** The root field of the route's document, and its answer: the record that is selected, or the page made of a connection. */
function answerOf(schema: GraphQLSchema, route: Route, components: Record<string, JsonSchema>) {
  const [selected] = selectedFields(route.operation.selectionSet, route.fragments);
  const field = selected && schema.getRootType(route.operation.operation)?.getFields()[selected.name];
  if (!field) throw new Error(`the schema has nothing for ${route.method} ${route.path}`);
  const answer = jsonSchemas(components).answered(new GraphQLNonNull(getNullableType(field.type)), selected.selectionSet, route.fragments);
  if (!getNamedType(field.type).name.endsWith('Connection')) return { field, answer };
  const { nodes: data, pageInfo, totalCount } = answer.properties as Record<string, JsonSchema>;
  return { field, answer: { ...answer, required: ['data', 'pageInfo', 'totalCount'], properties: { data, pageInfo, totalCount } } };
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

const ERROR: JsonSchema = {
  type: 'object',
  required: ['error', 'statusCode', 'message'],
  additionalProperties: false,
  properties: {
    error: { type: 'string', description: 'The status by name.' },
    statusCode: { type: 'integer' },
    message: {
      description: 'What was wrong and what to do; of a body, the problems of each field by its name.',
      anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }],
    },
  },
};

const REFUSED: JsonSchema = {
  description: 'Refused: nothing was changed.',
  content: json({ $ref: '#/components/schemas/Error' }),
};
