import { createRequire } from 'node:module';

/** Longer texts are at least as hard to guess as their beginning. */
const MOST_CHARACTERS = 64;
/** The most frequent words of a list, which are tried first. */
const FREQUENT = 300;
const COST = { everyWord: 1, frequentWord: 2, word: 3 } as const;

/**
 * How hard a password is to guess: about the decimal logarithm of the tries. It is the cheapest way to put the text together from known
 * words, rows of keys, series, dates, repetitions and single characters.
 *
 * The estimator that the lists come from (zxcvbn-ts) takes a SenhaForte@123 for as good as twelve random characters, and up to half a
 * second of the event loop for one.
 */
export function guessesOf(password: string, ownWords: ReadonlySet<string> = new Set()): number {
  const words = commonWords();
  const worthOf = (word: string): number => (ownWords.has(word) ? COST.everyWord : (words.get(word) ?? Infinity));
  const known = new Map<string, number>();
  const costOf = (piece: string): number => {
    const before = known.get(piece);
    if (before !== undefined) return before;
    const unit = unitOf(piece);
    const repeated = unit === undefined ? Infinity : least(unit) + 1;
    const cost = Math.min(piece.length, repeated, costOfShape(piece), costOfWord(piece, worthOf));
    known.set(piece, cost);
    return cost;
  };
  const least = (text: string): number => {
    const best = [0];
    for (let end = 1; end <= text.length; end += 1) {
      const starts = Array.from({ length: end }, (_, start) => best[start]! + costOf(text.slice(start, end)));
      best.push(Math.min(...starts));
    }
    return best[text.length]!;
  };
  return least(withoutRepeatedSeparators(plainOf(password)).slice(0, MOST_CHARACTERS));
}

/** Letters and digits alone, in lower case and without accents. */
export function lettersOf(text: string): string {
  return plainOf(text).replaceAll(/[^a-z0-9]/g, '');
}

function plainOf(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
}

/** "a-b-c" is one idea more than "abc", not two. */
function withoutRepeatedSeparators(text: string): string {
  const seen = new Set<string>();
  return text.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => {
    if (seen.has(sign)) return '';
    seen.add(sign);
    return sign;
  });
}

/** The smallest part that the text repeats, if it does twice or more. */
function unitOf(text: string): string | undefined {
  for (let size = 1; size <= text.length / 2; size += 1) {
    if (text.startsWith(text.slice(size))) return text.slice(0, size);
  }
  return undefined;
}

const SHORTEST_DISGUISED = 5;

function costOfWord(piece: string, worthOf: (word: string) => number): number {
  const cost = worthOf(piece);
  if (piece.length < SHORTEST_DISGUISED) return cost;
  const backwards = worthOf([...piece].toReversed().join(''));
  const unmasked = ['i', 'l'].map((one) => worthOf(piece.replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign] ?? one)));
  return Math.min(cost, backwards + 1, ...unmasked);
}

/** As in "s3nh4". The sign 1 is i or l. */
const LETTERS: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };

function costOfShape(piece: string): number {
  const { length } = piece;
  if (/^(19|20)\d\d$/.test(piece)) return 1;
  if (length >= 6 && DATES.some((date) => date.test(piece))) return 3;
  if (length >= 3 && isSeries(piece)) return length === 3 ? 2 : 1;
  if (length >= 4 && isWalk(piece)) return length > 6 ? 3 : 2;
  if (length >= 6 && isSeries(everySecond(piece, 0)) && isSeries(everySecond(piece, 1))) return 2;
  return Infinity;
}

const [DAY, MONTH, YEAR] = ['(0[1-9]|[12]\\d|3[01])', '(0[1-9]|1[0-2])', '(19|20)?\\d\\d'];
const DATES = [new RegExp(`^${DAY}[/.-]?${MONTH}[/.-]?${YEAR}$`), new RegExp(`^(19|20)\\d\\d[/.-]?${MONTH}[/.-]?${DAY}$`)];

/** Equal steps in counting, also 147, or in the alphabet, forwards or backwards. */
function isSeries(text: string): boolean {
  const steps = new Set([...text].slice(1).map((sign, at) => stepOf(text[at]!, sign)));
  return steps.size === 1 && !steps.has(undefined);
}

function stepOf(one: string, next: string): number | undefined {
  if (/^\d\d$/.test(one + next)) return (10 + Number(next) - Number(one)) % 10;
  const step = next.charCodeAt(0) - one.charCodeAt(0);
  return /^[a-z]{2}$/.test(one + next) && Math.abs(step) <= 1 ? step : undefined;
}

/** From key to key beside, above or below, as in "q1w2e3" and "zaq12wsx". */
function isWalk(text: string): boolean {
  return [...text].slice(1).every((sign, at) => areNeighbours(text[at]!, sign));
}

const ROWS = ['1234567890', '!@#$%^&*()', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const KEYS = new Map(ROWS.flatMap((row, y) => [...row].map((key, x) => [key, [x, Math.max(1, y)]] as const)));

function areNeighbours(one: string, next: string): boolean {
  const [from, to] = [KEYS.get(one), KEYS.get(next)];
  return from !== undefined && to !== undefined && one !== next && from.every((place, axis) => Math.abs(place - to[axis]!) <= 1);
}

function everySecond(text: string, first: number): string {
  return [...text].filter((_, at) => at % 2 === first).join('');
}

let wordsRead: Map<string, number> | undefined;

/** With what each costs. Read when a password is judged, because they take 20 MB and a tenth of a second. */
function commonWords(): ReadonlyMap<string, number> {
  if (wordsRead) return wordsRead;
  const words = new Map<string, number>();
  const add = (word: string, cost: number): void => {
    const plain = plainOf(word);
    const worth = plain.length === 2 ? 1 : cost;
    if (plain.length > 2 || (plain.length === 2 && cost < COST.word))
      words.set(plain, Math.min(worth, words.get(plain) ?? worth));
  };
  const require = createRequire(import.meta.url);
  const { dictionary: all } = require('@zxcvbn-ts/language-common') as Lists<'passwords-common' | 'diceware-common'>;
  const { dictionary: brazilian } = require('@zxcvbn-ts/language-pt-br') as Lists<BrazilianList>;
  const byFrequency = [all['passwords-common'], ...BRAZILIAN.map((name) => brazilian[name])];
  for (const list of byFrequency)
    for (const [rank, word] of list.entries()) add(word, rank < FREQUENT ? COST.frequentWord : COST.word);
  for (const word of all['diceware-common']) add(word, COST.word);
  for (const word of EVERYWHERE) add(word, COST.everyWord);
  wordsRead = words;
  return words;
}

const BRAZILIAN = ['commonWords-pt-br', 'firstnames-pt-br', 'lastnames-pt-br', 'wikipedia-pt-br'] as const;
type BrazilianList = (typeof BRAZILIAN)[number];
interface Lists<Name extends string> {
  dictionary: Readonly<Record<Name, readonly string[]>>;
}

/** Words of the passwords that are stolen most in Brazil and elsewhere (NordPass and SecLists, 2019 to 2025), and of this service. */
const EVERYWHERE =
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
  nothing nada fuckyou porra merda caralho minha meu meus my the your mine novo nova new old
  flamenguista corinthiano corintiano palmeirense santista vascaino gremista colorado cruzeirense atleticano botafoguense tricolor timao
  mengao verdao fogao neymar ronaldo ronaldinho pele messi senna lula bolsonaro petista patriota mito nubank itau bradesco caixa
  santander mercadopago picpay paypal tiktok youtube google netflix vendedor atendente premiada premiado ganhador bilhetes`
    .split(/\s+/)
    .filter((word) => word !== '');
