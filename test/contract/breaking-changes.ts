import { isDeepStrictEqual } from 'node:util';

export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema: Schema }>;
interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

/** Who reads it may rely on more than is there later; who writes it may be asked for more. */
type Direction = 'read' | 'written';

const WRITE_LIMITS = ['maxLength', 'maximum', 'maxItems', 'minLength', 'minimum', 'minItems', 'pattern', 'uniqueItems'];

/**
 * What breaks programs that were made from the document `before`. One more value of an enum that is read breaks nothing, as in GraphQL: who
 * reads one has to expect others.
 */
export function breakingChanges(before: Document, after: Document): string[] {
  const found: string[] = [];
  const compare = comparison(before, after, found);
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, old] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path}`;
      const operation = after.paths[path]?.[method];
      if (!operation) found.push(`${route} is gone`);
      else {
        compareParameters(route, [old, before], [operation, after], found, compare);
        compareBodies(route, old.requestBody, operation.requestBody, found, compare);
        compareAnswers(route, old, operation, found, compare);
      }
    }
  }
  for (const [event, { post: old }] of Object.entries(before.webhooks)) {
    const body = after.webhooks[event]?.post?.requestBody?.content['application/json'];
    const oldBody = old?.requestBody?.content['application/json'];
    if (!body) found.push(`the event ${event} is gone`);
    else if (oldBody) compare(`the event ${event}`, oldBody.schema, body.schema, 'read');
  }
  return [...new Set(found)];
}

type Compare = (where: string, before: Schema, after: Schema, direction: Direction) => void;

function resolved<Part extends object>(document: Document, part: Part & { $ref?: string }): Part {
  if (part.$ref === undefined) return part;
  const [, , section = '', name = ''] = part.$ref.split('/');
  return document.components[section]![name] as Part;
}

function compareParameters(
  route: string,
  [old, before]: [Operation, Document],
  [operation, after]: [Operation, Document],
  found: string[],
  compare: Compare,
): void {
  const keyOf = ({ in: place, name }: Parameter): string => `${place} ${name}`;
  const listOf = (of: Operation, document: Document) => (of.parameters ?? []).map((parameter) => resolved(document, parameter));
  const known = new Map(listOf(old, before).map((parameter) => [keyOf(parameter), parameter]));
  const present = new Map(listOf(operation, after).map((parameter) => [keyOf(parameter), parameter]));
  for (const [key, parameter] of known) {
    const now = present.get(key);
    if (!now) found.push(`${route} takes no ${parameter.name} any more`);
    else compare(`${route} ${parameter.name}`, parameter.schema, now.schema, 'written');
  }
  for (const [key, { name, required }] of present)
    if (required && !known.get(key)?.required) found.push(`${route} asks for ${name}, which was not needed`);
}

function compareBodies(
  route: string,
  old: Operation['requestBody'],
  body: Operation['requestBody'],
  found: string[],
  compare: Compare,
): void {
  if (body?.required && !old?.required) found.push(`${route} asks for a body, which was not needed`);
  for (const [type, { schema }] of Object.entries(old?.content ?? {})) {
    const now = body?.content[type];
    if (!now) found.push(`${route} takes no ${type} any more`);
    else compare(`${route} body`, schema, now.schema, 'written');
  }
}

function compareAnswers(route: string, old: Operation, operation: Operation, found: string[], compare: Compare): void {
  for (const [status, { content = {} }] of Object.entries(old.responses).filter(([code]) => code.startsWith('2'))) {
    const now = operation.responses[status];
    if (!now) found.push(`${route} answers ${status} no more`);
    for (const [type, { schema }] of Object.entries(now ? content : {})) {
      const its = now?.content?.[type];
      if (!its) found.push(`${route} answers no ${type} any more`);
      else compare(`${route} ${status}`, schema, its.schema, 'read');
    }
  }
}

const said = (value: unknown): string => JSON.stringify(value) ?? 'none';
const typesOf = ({ type }: Schema): unknown[] => [type].flat().filter((one) => one !== undefined);

function comparison(before: Document, after: Document, found: string[]): Compare {
  // Records that refer to themselves, and those that many operations share, are compared once.
  const done = new Set<string>();
  const compare: Compare = (place, oldPart, newPart, direction) => {
    const where = oldPart.$ref?.split('/').at(-1) ?? place;
    if (oldPart.$ref !== undefined) {
      const pair = `${oldPart.$ref} ${newPart.$ref} ${direction}`;
      if (done.has(pair)) return;
      done.add(pair);
    }
    const [old, now] = [resolved(before, oldPart), resolved(after, newPart)];
    const [narrow, wide] = direction === 'read' ? [now, old] : [old, now];
    const lost = typesOf(narrow).filter((type) => !typesOf(wide).includes(type));
    if (lost.length > 0 && typesOf(wide).length > 0)
      found.push(`${where} ${direction === 'read' ? 'may be' : 'may not be'} ${lost.join(' or ')} now`);
    if (!isDeepStrictEqual(old.const, now.const)) found.push(`${where} is ${said(now.const)}, not ${said(old.const)}`);
    if (direction === 'read' && old.format !== now.format)
      found.push(`${where} has the format ${said(now.format)}, not ${said(old.format)}`);
    if (direction === 'written') {
      const gone = (old.enum ?? []).filter((value) => now.enum && !now.enum.includes(value));
      if (gone.length > 0) found.push(`${where} may not be ${gone.join(' or ')} now`);
      for (const limit of WRITE_LIMITS) if (isTighter(limit, old[limit], now[limit])) found.push(`${where} has another ${limit}`);
    }
    if (old.items && now.items) compare(`${where}[]`, old.items, now.items, direction);
    compareChoices(where, old, now, direction);
    compareFields(where, old, now, direction);
  };
  const compareChoices = (
    where: string,
    { anyOf: old = [] }: Schema,
    { anyOf: now = [] }: Schema,
    direction: Direction,
  ): void => {
    const isMore = direction === 'read' ? now.length > old.length : now.length < old.length;
    if (isMore && old.length > 0) found.push(`${where} ${direction === 'read' ? 'may be more' : 'may be less'} than it was`);
    for (const [index, choice] of old.entries()) if (now[index]) compare(where, choice, now[index], direction);
  };
  const compareFields = (where: string, old: Schema, now: Schema, direction: Direction): void => {
    for (const [name, field] of Object.entries(old.properties ?? {})) {
      const its = now.properties?.[name];
      if (!its) found.push(`${where} has no ${name} any more`);
      else compare(`${where}.${name}`, field, its, direction);
    }
    const [demanded, had] = direction === 'read' ? [old, now] : [now, old];
    for (const name of demanded.required ?? []) {
      if ((had.required ?? []).includes(name) || !now.properties?.[name]) continue;
      found.push(`${where}.${name} ${direction === 'read' ? 'is not always there' : 'must be sent'} now`);
    }
  };
  return compare;
}

function isTighter(limit: string, old: unknown, now: unknown): boolean {
  if (now === undefined || isDeepStrictEqual(old, now)) return false;
  if (limit.startsWith('max')) return old === undefined || Number(now) < Number(old);
  if (limit.startsWith('min')) return old === undefined ? Number(now) > 0 : Number(now) > Number(old);
  return true;
}
