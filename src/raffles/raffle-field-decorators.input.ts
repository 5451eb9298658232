import { Field } from 'type-graphql';
import { DEFAULTS } from './raffle-fields.js';
import { FIELDS } from './raffle-fields.input.js';

const defaults: Partial<Record<string, string | number | boolean | object | null>> = DEFAULTS;

export function RaffleObjectFields(): ClassDecorator {
  return ({ prototype }) => {
    for (const [name, field] of Object.entries(FIELDS)) {
      const { type, description, forOperators, complexity } = field;
      const mayBeNull = defaults[name] === null;
      const nulls = [mayBeNull && (field.whenNull ?? 'none is set'), forOperators && 'the caller is no operator'].filter(Boolean);
      const options = { nullable: nulls.length > 0, complexity };
      const suffix = nulls.length > 0 ? ` Null: ${nulls.join(', or ')}.` : '';
      Field(type, { ...options, description: `${description}${suffix}` })(prototype as object, name);
    }
  };
}

export function RaffleInputFields({ isNew }: { isNew: boolean }): ClassDecorator {
  return ({ prototype }) => {
    for (const [name, { type, description, input, rules = [], isRequired }] of Object.entries(FIELDS)) {
      const fallback = name in defaults && `Default: ${textOfDefault(defaults[name])}.`;
      const options = { nullable: !(isNew && isRequired), description: [description, input, fallback].filter(Boolean).join(' ') };
      for (const decorate of [Field(type, options), ...rules]) decorate(prototype as object, name);
    }
  };
}

function textOfDefault(value: string | number | boolean | object | null | undefined): string {
  return value === null || typeof value === 'object' ? 'none' : String(value);
}
