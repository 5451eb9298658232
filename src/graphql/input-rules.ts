import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import type { KeyedText } from '../platform/texts.js';
import { problemsOfTexts } from './input-texts.js';

/** What fields of an input say together, as far as it can be told from the input alone. A field that is wrong by itself is left out. */
type Rule<Input> = (input: Partial<Input>) => FieldProblems;

const rules = new WeakMap<object, Rule<never>>();

const OPTIONS = { forbidUnknownValues: false, skipMissingProperties: true, dismissDefaultMessages: true };

/** What class-validator's own decorators say, by their names. */
const TEXTS: Record<string, (constraints: [any, any], value: unknown) => KeyedText> = {
  minLength: ([min]) => textOf('graphql.longerThan', { min }),
  maxLength: ([max]) => textOf('graphql.shorterThan', { max }),
  isLength: ([min, max], value) =>
    String(value).length > max ? textOf('graphql.shorterThan', { max }) : textOf('graphql.longerThan', { min }),
  min: ([min]) => textOf('platform.notLess', { min }),
  max: ([max]) => textOf('platform.notGreater', { max }),
  arrayMinSize: ([min]) => textOf('graphql.minItems', { min }),
  arrayMaxSize: ([max]) => textOf('graphql.maxItems', { max }),
  isEmail: () => textOf('platform.email'),
  isInt: () => textOf('graphql.integer'),
  isUuid: () => textOf('graphql.uuid'),
};

/** A rule of class-validator on a property. */
export type ValidationRule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The rules of a class, inherited ones among them. Nothing else reads class-validator's storage. */
export function validationRulesOf(target: Function): ValidationRule[] {
  return getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
}

/** Holds an input class against a rule of more than one field, in the same round as each field against its own. */
export function InputRule<Input extends object>(rule: Rule<Input>) {
  return (target: abstract new (...args: never[]) => Input): void => void rules.set(target, rule);
}

/** All that is wrong with an input, by field: what its class says of each, what any text must be, and what is said of them together. */
export function problemsOfInput(input: object): FieldProblems {
  const ofFields = fieldProblems(validateSync(input, OPTIONS));
  for (const [field, problems] of Object.entries(problemsOfTexts(input)))
    ofFields[field] = [...(ofFields[field] ?? []), ...problems];
  const rule = rules.get(input.constructor);
  if (!rule) return ofFields;
  const fine = Object.fromEntries(Object.entries(input).filter(([name]) => !isWrong(ofFields, name)));
  return { ...rule(fine as never), ...ofFields };
}

/** Whether a field, or something in it, is told of already. */
export function isWrong(problems: FieldProblems, name: string): boolean {
  return Object.keys(problems).some((field) => field === name || field.startsWith(`${name}.`));
}

/** class-validator's tree as a flat table, nested fields dotted. */
function fieldProblems(errors: ValidationError[], prefix = ''): FieldProblems {
  const fields: FieldProblems = {};
  for (const error of errors) {
    const name = `${prefix}${error.property}`;
    if (error.constraints) fields[name] = Object.keys(error.constraints).map((rule) => textOfRule(error, rule));
    if (error.children?.length) Object.assign(fields, fieldProblems(error.children, `${name}.`));
  }
  return fields;
}

/** The `context` of a decorator is its text. */
function textOfRule({ target, property, value }: ValidationError, rule: string): KeyedText {
  const rules = target ? validationRulesOf(target.constructor) : [];
  const broken = rules.find((each) => each.propertyName === property && each.name === rule);
  const text = broken?.context as KeyedText | undefined;
  return text ?? TEXTS[rule]?.(broken?.constraints as [unknown, unknown], value) ?? textOf('platform.valid');
}
