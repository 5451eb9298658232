import type { ProblemSentence } from './sentence.js';

/** What any input may break. */
export const SHAPES: readonly ProblemSentence[] = [
  ['required', 'is required', 'é obrigatório'],
  ['unknownField', 'is not a field of this input', 'não é um campo desta operação'],
  ['unknownField', 'is not a field of this request', 'não é um campo desta requisição'],
  ['unknownParameter', 'is not a parameter of this request', 'não é um parâmetro desta requisição'],
  ['notNull', 'must not be null', 'não pode ser nulo'],
  ['notNull', 'must not be taken away', 'não pode ser removido'],
  ['object', 'must be an object', 'deve ser um objeto'],
  ['object', 'must be a JSON object', 'deve ser um objeto JSON'],
  ['text', 'must be text', 'deve ser um texto'],
  ['boolean', 'must be true or false', 'deve ser true ou false'],
  ['wholeNumber', 'must be a whole number', 'deve ser um número inteiro'],
  ['wholeNumber', 'must be an integer number', 'deve ser um número inteiro'],
  ['number', 'must be a number', 'deve ser um número'],
  ['hundredths', 'must be a number with at most two decimals', 'deve ser um número com no máximo duas casas decimais'],
  [
    'money',
    'must be an amount in reais with at most two decimals, like "{example}"',
    'deve ser um valor em reais com no máximo duas casas decimais, como "{example}"',
  ],
  ['dateTime', 'must be an ISO 8601 instant, like {example}', 'deve ser um instante ISO 8601, como {example}'],
  ['date', 'must be a date, like {example}', 'deve ser uma data, como {example}'],
  ['enum', 'must be one of {values}', 'deve ser um destes: {values}'],
  ['uuid', 'must be a UUID', 'deve ser um UUID'],
  ['uuid', 'must be the UUID of a raffle', 'deve ser o UUID de uma rifa'],
  ['notBlank', 'must not be blank', 'não pode ficar em branco'],
  [
    'storable',
    'has a character that no text may have (NUL, or half of a surrogate pair)',
    'tem um caractere que nenhum texto pode ter (NUL, ou metade de um par substituto)',
  ],
  ['maxItems', 'has more than {max} items', 'tem mais de {max} itens'],
  ['cursor', 'must be a cursor that this list answered', 'deve ser um cursor que esta lista respondeu'],
  ['idempotencyKey', 'must be 1 to 255 visible ASCII characters', 'deve ter de 1 a 255 caracteres ASCII visíveis'],
  ['valid', 'is not valid', 'não é válido'],
  ['valid', 'is not a valid {type}', 'não é um {type} válido'],
];

/** class-validator's own, as it writes them. */
export const RULES: readonly ProblemSentence[] = [
  ['minLength', 'must be longer than or equal to {min} characters', 'deve ter pelo menos {min} caracteres'],
  ['maxLength', 'must be shorter than or equal to {max} characters', 'deve ter no máximo {max} caracteres'],
  ['minLength', 'must have at least {min} characters', 'deve ter pelo menos {min} caracteres'],
  ['maxLength', 'must have at most {max} characters', 'deve ter no máximo {max} caracteres'],
  ['length', 'must have {min} to {max} characters', 'deve ter de {min} a {max} caracteres'],
  ['min', 'must not be less than {min}', 'não pode ser menor que {min}'],
  ['max', 'must not be greater than {max}', 'não pode ser maior que {max}'],
  ['min', 'must be at least {min}', 'deve ser pelo menos {min}'],
  ['max', 'must be at most {max}', 'deve ser no máximo {max}'],
  ['range', 'must be from {min} to {max}', 'deve ser de {min} a {max}'],
  ['minItems', 'must contain at least {min} elements', 'deve ter pelo menos {min} itens'],
  ['maxItems', 'must contain no more than {max} elements', 'deve ter no máximo {max} itens'],
  ['unique', 'must name each one once', 'deve citar cada um uma só vez'],
  ['email', 'must be an email', 'deve ser um e-mail'],
  ['url', 'must be a URL address', 'deve ser um endereço URL'],
];
