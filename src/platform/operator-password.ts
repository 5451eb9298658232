import type { KeyedText } from './texts.js';
import { textOf } from './domain-error.js';

/** NIST SP 800-63B, 5.1.1.2: at least 8, and nothing commonly used. Operators see everybody's data and move money, hence more. */
const LENGTH = { min: 12, max: 200 } as const;
/** Letters and digits that are left when all that is common is taken away. */
const LEAST_UNCOMMON = 5;
const LEAST_DIFFERENT = 5;

/** The rule, where texts are in English alone. */
export const OPERATOR_PASSWORD = `must have ${LENGTH.min} to ${LENGTH.max} characters and not be easy to guess`;

/** Undefined for a good one. `known`: the operator's name and email, which others know. The one rule for all operators' passwords. */
export function problemOfOperatorPassword(
  password: string,
  known: readonly (string | null | undefined)[],
): KeyedText | undefined {
  if (password.length < LENGTH.min || password.length > LENGTH.max) return textOf('platform.length', LENGTH);
  return isCommon(password, known) ? textOf('platform.commonPassword') : undefined;
}

function isCommon(password: string, known: readonly (string | null | undefined)[]): boolean {
  const plain = lettersOf(password);
  if (new Set(plain).size < LEAST_DIFFERENT) return true;
  const ofPerson = known.flatMap((text) => (text ?? '').split(/[\s@._-]+/)).map(lettersOf);
  const words = [...COMMON, ...ofPerson.filter((word) => word.length >= 3)].toSorted((one, other) => other.length - one.length);
  // Digits that stand for letters, as in "s3nha", are read both ways.
  return [plain, lettersOf(unmasked(password.replaceAll(YEARS, ' ')))].some(
    (text) => withoutRuns(without(text, words)).length < LEAST_UNCOMMON,
  );
}

function without(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
}

/** Without neighbours on a keyboard, in the alphabet or in counting, forwards and backwards, years, and what is repeated. */
function withoutRuns(text: string): string {
  const kept = text.replaceAll(/(.{1,4})\1+/g, '$1').replaceAll(YEARS, ' ');
  const runs = RUNS.flatMap((row) => [row, [...row].toReversed().join('')]);
  const isRun = (piece: string): boolean => runs.some((row) => row.includes(piece));
  let rest = '';
  for (let at = 0; at < kept.length;) {
    let end = at + 3;
    if (end > kept.length || !isRun(kept.slice(at, end))) {
      rest += kept[at];
      at += 1;
      continue;
    }
    while (end < kept.length && isRun(kept.slice(at, end + 1))) end += 1;
    at = end;
  }
  return rest.replaceAll(' ', '');
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

function unmasked(text: string): string {
  const letters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };
  return text.replaceAll(/[013457@$!]/g, (sign) => letters[sign]!);
}

const YEARS = /(19|20)\d\d/g;
const RUNS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];

/**
 * Words of the passwords that lists of stolen ones show most in Brazil and elsewhere (NordPass and SecLists, 2019 to 2025), and of
 * this service. Longer passwords are mostly these with something added.
 */
const COMMON =
  `password passwort senha senhas pass pwd secret segredo secreto login logon acesso access entrar admin administrador administrator
  adm root user usuario username operator operador master mestre super chefe boss guest convidado visitante default padrao temp
  temporario provisoria provisorio trocar mudar change changeme letmein welcome bemvindo hello ola oi teste testes test testing demo
  exemplo example development developer production producao staging server servidor system sistema computer computador internet google
  facebook instagram whatsapp gmail hotmail outlook windows android iphone samsung microsoft apple
  rifa rifas raffle sorteio sorteios premio premios bilhete cota cotas numero numeros sorte pix banco dinheiro money loteria gateway
  dashboard painel loja empresa vendas financeiro suporte support gerente manager dono owner
  brasil brazil saopaulo riodejaneiro bahia minas curitiba recife fortaleza portugal
  flamengo corinthians palmeiras santos vasco gremio inter internacional cruzeiro atletico botafogo fluminense futebol football soccer
  amor teamo meuamor love iloveyou familia family filho filha mae pai casa vida feliz felicidade saudade linda princesa princess anjo
  angel estrela sunshine jesus jesuscristo cristo deus deusefiel god maria jose joao pedro paulo lucas gabriel rafael daniel bruno
  carlos marcos fernando fernanda juliana camila amanda leticia ana julia beatriz michael jordan ashley charlie thomas
  dragon monkey tiger tigre leao lion shadow superman batman spiderman pokemon naruto starwars matrix ninja killer hunter ranger
  qwerty asdf zxcv abc azerty letters baseball basketball chocolate freedom liberdade flower summer verao winter inverno janeiro
  fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro january february march april june july august
  september october november december segunda terca quarta quinta sexta sabado domingo monday friday sunday trustno whatever
  nothing nada fuckyou porra merda caralho minha meu meus my the your mine novo nova new old`
    .split(/\s+/)
    .filter((word) => word !== '');
