import { validationRulesOf, type ValidationRule } from '../graphql/input-rules.js';
import { argumentsClassOf, inputClassOf } from '../graphql/type-metadata.js';
import type { JsonSchema } from './schema-object.js';

/** The rules of class-validator as JSON Schema; a rule without a keyword is left to the description. */
const KEYWORDS: Record<string, (constraints: any[]) => JsonSchema> = {
  isLength: ([minLength, maxLength]) => ({ minLength, ...(maxLength !== undefined && { maxLength }) }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  isInt: () => ({ type: 'integer' }),
  isEmail: () => ({ format: 'email' }),
  isUuid: () => ({ format: 'uuid' }),
  matches: ([pattern]: RegExp[]) => (pattern && pattern.flags === '' ? { pattern: pattern.source } : {}),
  isAddress: ([{ mayBePlain }]) => ({ pattern: mayBePlain ? '^https?://' : '^https://' }),
};
const LIST_KEYWORDS: Record<string, (constraints: any[]) => JsonSchema> = {
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
};

export function withInputRules(typeName: string, field: string, schema: JsonSchema): JsonSchema {
  return withRules(inputClassOf(typeName), field, schema);
}

export function withArgumentRules(operation: string, argument: string, schema: JsonSchema): JsonSchema {
  return withRules(argumentsClassOf(operation), argument, schema);
}

function withRules(target: Function | undefined, field: string, schema: JsonSchema): JsonSchema {
  if (!target) return schema;
  return validationRulesOf(target)
    .filter(({ propertyName }) => propertyName === field)
    .reduce(withRule, schema);
}

function withRule(schema: JsonSchema, { name = '', constraints, each }: ValidationRule): JsonSchema {
  const given = constraints ?? [];
  const ofList = LIST_KEYWORDS[name];
  if (ofList) return { ...schema, ...ofList(given) };
  const ofValue = KEYWORDS[name];
  if (!ofValue) return schema;
  const keywords = ofValue(given);
  if (each && schema.items) return { ...schema, items: { ...(schema.items as JsonSchema), ...keywords } };
  if (keywords.pattern && schema.pattern) return { ...schema, allOf: [...((schema.allOf as JsonSchema[]) ?? []), keywords] };
  return { ...schema, ...keywords };
}
