import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import type { KeyedText } from '../platform/texts.js';
import { textProblem } from '../platform/text-problem.js';

/** A rule of several fields. A field that is wrong by itself is left out. */
type Rule<Input> = (input: Partial<Input>) => FieldProblems;

const rules = new WeakMap<object, Rule<never>>();

const OPTIONS = { forbidUnknownValues: false, skipMissingProperties: true, dismissDefaultMessages: true };

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

const storage = getMetadataStorage();
const findRules = storage.getTargetValidationMetadatas.bind(storage);
export type ValidationRule = ReturnType<typeof findRules>[number];

// For every input the library would search the rules of all classes: 1.5 % of the time of an order.
const rulesOfClasses = new WeakMap<Function, ValidationRule[]>();
storage.getTargetValidationMetadatas = (target, ...options) => {
  const found = rulesOfClasses.get(target) ?? findRules(target, ...options);
  rulesOfClasses.set(target, found);
  return found;
};

/** The rules of a class and of those that it extends. Nothing else reads class-validator's storage. */
export function validationRulesOf(target: Function): ValidationRule[] {
  return storage.getTargetValidationMetadatas(target, '', false, false);
}

export function InputRule<Input extends object>(rule: Rule<Input>) {
  return (target: abstract new (...args: never[]) => Input): void => void rules.set(target, rule);
}

/**
 * Checks one argument, or each of a list, by the rules of its class. In place of type-graphql's own, which imports class-validator
 * again for every argument and waits for rules that might be asynchronous: none is.
 */
export function validateArgument(argument: unknown): void {
  const inputs = [argument].flat().filter((input) => typeof input === 'object' && input !== null);
  const problems: FieldProblems = Object.assign({}, ...inputs.map(problemsOfInput));
  refuseProblems(problems);
}

export function problemsOfInput(input: object): FieldProblems {
  const ofFields = fieldProblems(validateSync(input, OPTIONS));
  for (const [field, problems] of Object.entries(problemsOfTexts(input)))
    ofFields[field] = [...(ofFields[field] ?? []), ...problems];
  const rule = rules.get(input.constructor);
  if (!rule) return ofFields;
  const fine = Object.fromEntries(Object.entries(input).filter(([name]) => !isWrong(ofFields, name)));
  return { ...rule(fine as never), ...ofFields };
}

/** Whether a field, or something in it, has a problem. */
export function isWrong(problems: FieldProblems, name: string): boolean {
  return Object.keys(problems).some((field) => field === name || field.startsWith(`${name}.`));
}

function fieldProblems(errors: ValidationError[], prefix = ''): FieldProblems {
  const fields: FieldProblems = {};
  for (const error of errors) {
    const name = `${prefix}${error.property}`;
    if (error.constraints) fields[name] = Object.keys(error.constraints).map((rule) => textOfRule(error, rule));
    if (error.children?.length) Object.assign(fields, fieldProblems(error.children, `${name}.`));
  }
  return fields;
}

function textOfRule({ target, property, value }: ValidationError, rule: string): KeyedText {
  const rules = target ? validationRulesOf(target.constructor) : [];
  const broken = rules.find((each) => each.propertyName === property && each.name === rule);
  const text = broken?.context as KeyedText | undefined;
  return text ?? TEXTS[rule]?.(broken?.constraints as [unknown, unknown], value) ?? textOf('platform.valid');
}

const SEVERAL_LINES = new Set([
  'aboutText',
  'answer',
  'body',
  'description',
  'note',
  'notes',
  'privacyText',
  'regulationText',
  'reason',
  'termsText',
]);
/** Links put these together: a blank one must not lose a sale. */
const MAY_BE_BLANK = /^(?:utm\w+|src|sck)$/;
/** Compared or passed on as they are, never shown. */
const VERBATIM = /(?:password|secret|pem)$/i;

/** What is wrong with the texts of any input; nested fields dotted. */
function problemsOfTexts(input: object, prefix = ''): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    const field = `${prefix}${name}`;
    if (typeof value === 'string') {
      const lines = SEVERAL_LINES.has(name) ? 'several' : 'one';
      const isTaken = VERBATIM.test(name) || (MAY_BE_BLANK.test(name) && value.trim() === '');
      const problem = isTaken ? undefined : textProblem(value, { lines });
      if (problem) problems[field] = [problem];
    } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      Object.assign(problems, problemsOfTexts(value, `${field}.`));
    }
  }
  return problems;
}
