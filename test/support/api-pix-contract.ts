import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { OPERATIONS, Problema, WebhookPix } from '../fixtures/api-pix-schemas.js';

export interface Exchange {
  method: string;
  /** Path and query. */
  url: string;
  requestType: string;
  requestBody: string;
  status: number;
  responseType: string;
  responseBody: string;
}

export interface Contract {
  exchange(exchange: Exchange): string[];
  callback(body: string): string[];
}

export type Check = (schema: object, value: unknown, name: string) => string[];

export const PROBLEM_TYPE = 'application/problem+json';

/** The contract in our own words, `test/fixtures/api-pix-schemas.ts`. */
export function ownContract(): Contract {
  const check = createCheck();
  return {
    exchange(exchange) {
      const { method, status } = exchange;
      const url = new URL(exchange.url, 'http://bank');
      const route = Object.keys(OPERATIONS).find((each) => matchesRoute(each, method, url.pathname));
      const operation = route === undefined ? undefined : OPERATIONS[route];
      if (!operation) return [`${method} ${url.pathname} is no operation of the contract`];
      const name = `${route} -> ${status}`;
      const query = Object.fromEntries(url.searchParams);
      // What was refused may have been sent wrong on purpose.
      const request =
        status >= 400
          ? []
          : [
              ...check(operation.query ?? { maxProperties: 0 }, query, `${name}: query`),
              ...(operation.request ? check(operation.request, requestOf(exchange), `${name}: request`) : []),
            ];
      const listed = operation.responses[status];
      const schema = listed === undefined && status >= 400 ? Problema : listed;
      if (schema === undefined) return [...request, `${name}: the status is not in the contract`];
      return [...request, ...checkAnswer(check, schema, exchange, schema === Problema ? PROBLEM_TYPE : 'application/json', name)];
    },
    callback: (body) => check(WebhookPix, JSON.parse(body), 'callback'),
  };
}

/** A check with all formats; compiled schemas are kept. `addSchemas` names those that references point into. */
export function createCheck(addSchemas: Record<string, object> = {}): Check {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(addSchemas)) ajv.addSchema(schema, name);
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value, name) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(schema);
    compiled.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${name}${instancePath} ${message}: ${JSON.stringify(value)}`,
    );
  };
}

/** Checks an answer's type and body; a schema of `null` means that there is no body. */
export function checkAnswer(check: Check, schema: object | null, exchange: Exchange, type: string, name: string): string[] {
  if (schema === null) return exchange.responseBody === '' ? [] : [`${name}: the answer has a body`];
  const given = exchange.responseType.split(';')[0];
  const wrongType = given === type ? [] : [`${name}: the answer is ${given}, not ${type}`];
  return [...wrongType, ...check(schema, JSON.parse(exchange.responseBody), `${name}: answer`)];
}

export function matchesRoute(route: string, method: string, path: string): boolean {
  const [verb, template = ''] = route.split(' ');
  return verb === method && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

export function requestOf({ requestType, requestBody }: Exchange): unknown {
  return requestType.includes('form') ? Object.fromEntries(new URLSearchParams(requestBody)) : JSON.parse(requestBody);
}
