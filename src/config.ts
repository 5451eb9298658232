import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDataFolder } from './platform/data-folder.js';
import { readMailSettings, readMessageSettings, type MailSettings, type MessageSettings } from './platform/mail-settings.js';
import { readS3Settings, type S3Settings } from './platform/s3-settings.js';
import { readTracingSettings, type TracingSettings } from './platform/tracing-settings.js';
import { StartProblem } from './platform/start-problem.js';
import type { Ceilings, RateCeilings } from './platform/rate-limits.js';
import { createSettingReader, type SettingReader } from './platform/setting-reader.js';
import { isHexColor, isLoopback, isOrigin, isTimeZone, namesSeveralHosts } from './platform/setting-texts.js';

const DEVELOPMENT_ADMIN = { email: 'admin@localhost', password: 'admin-development' };
const WEBHOOK_PORTS = [443, 80, 8443];
const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const LOOPBACK_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'];
const BEACON_CHAINS = ['quicknet', 'development'] as const;
const LOG_FORMATS = ['json', 'pretty'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  production: boolean;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Nobody chose the ports, so others may be taken. */
  movesPorts: { gateway: boolean; bank: boolean };
  /** Without a trailing slash. Unset: the address it listens on. */
  publicUrl: string | undefined;
  corsOrigins: string[];
  /** Names besides those of this machine that development answers to. */
  developmentHosts: string[];
  /** Unset: the service starts a PostgreSQL of its own under `dataDir`. */
  databaseUrl: string | undefined;
  /** A standby, which exports, figures and proofs are read from. */
  replicaDatabaseUrl: string | undefined;
  dataDir: string;
  /** Unset: the folder `files` in `dataDir`. */
  filesS3: S3Settings | undefined;
  databasePoolSize: number;
  /** For one account, and for one address, which also has as many WebSockets. */
  subscriptionsPerUser: number;
  subscriptionsPerAddress: number;
  /** How long a legacy client's charge can be paid. */
  billingOrderDays: number;
  /** Off behind a pooler in transaction mode. */
  preparedStatements: boolean;
  /** HS256, at least 32 bytes. */
  jwtSecret: string;
  /** 32 bytes each. The first encrypts, the others only decrypt. */
  encryptionKeys: Buffer[];
  /** Otherwise they are in the data folder, which may be newer than the database. */
  keysAreGiven: boolean;
  admin: { email: string; password: string };
  /** Without hosts: those of quicknet, or the development bank. */
  beacon: { chain: 'quicknet' | 'development'; hosts: string[] };
  /** Unset in production. */
  sandboxPort: number | undefined;
  /** Other than loopback, everybody near can move its money. */
  sandboxHost: string;
  /** It ends with npm. */
  startedByNpm: boolean;
  requestLimits: RequestLimits;
  rateCeilings: RateCeilings;
  webhookPorts: number[];
  /** Origins inside our network, or on other ports, that receivers of webhooks may have in production. */
  webhookOrigins: string[];
  /** Origins inside our network, or on other ports than 443, that payment providers may have in production. */
  providerOrigins: string[];
  /** Origins besides our own that providers may send callbacks to, with the secret that proves them. */
  callbackOrigins: string[];
  logLevel: (typeof LOG_LEVELS)[number];
  logFormat: (typeof LOG_FORMATS)[number];
  businessTimeZone: string;
  /** Balancers whose X-Forwarded-* is believed. */
  trustedProxies: string[];
  site: { name: string; color: string | undefined; logoUrl: string | undefined };
  /** `countries`: E.164 country codes. `perHour`: to all phones together, in production. */
  loginCodes: { countries: string[]; perHour: number };
  /** Unset: no e-mail is sent, but to the mailbox of development. */
  mail: MailSettings | undefined;
  messages: MessageSettings;
  /** How long a proof of identity holds for acts that ask for one. 0: none asks. */
  stepUpMinutes: number;
  metricsToken: string | undefined;
  metricsAddresses: string[];
  /** Unset: no traces. */
  tracing: TracingSettings | undefined;
}

/** Milliseconds: for the head, for all of it, and between checks. */
export interface RequestLimits {
  headMs: number;
  wholeMs: number;
  checkMs: number;
}

const REQUEST_LIMITS: RequestLimits = { headMs: 15_000, wholeMs: 30_000, checkMs: 1_000 };

export class ConfigError extends StartProblem {
  constructor(readonly problems: string[]) {
    super(`The service cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * A thousand buyers behind one address pass a launch: each may log in, read pages and order several times. Programs of developers ask for
 * more from one address.
 */
function readRateCeilings(read: SettingReader, problem: (sentence: string) => void, production: boolean): RateCeilings {
  const ceilings = (name: string, ...fallback: [number, number, number]): Ceilings => {
    const numbers = read.text(name)?.split(',').map(Number) ?? fallback;
    const [account = 0, address = 0, all = 0] = numbers;
    if (numbers.length !== 3 || !numbers.every((number) => Number.isSafeInteger(number) && number > 0))
      problem(`${name} must be three whole numbers above zero: of an account, of an address, of all.`);
    return { account, address, all };
  };
  const times = production ? 1 : 10;
  return {
    cost: ceilings('RATE_LIMIT_COST', 200_000, 800_000, 8_000_000),
    orders: ceilings('RATE_LIMIT_ORDERS', 120 * times, 6_000 * times, 60_000 * times),
    quotas: ceilings('RATE_LIMIT_QUOTAS', 10_000 * times, 20_000 * times, 50_000 * times),
    signUps: ceilings('RATE_LIMIT_SIGN_UPS', 10 * times, 3_000 * times, 30_000 * times),
  };
}

/** Throws ConfigError with all problems. Development secrets are made once and kept in DATA_DIR. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, { isTerminal = process.stdout.isTTY } = {}): Config {
  const problems: string[] = [];
  const problem = (sentence: string): void => {
    if (!problems.includes(sentence)) problems.push(sentence);
  };
  const read = createSettingReader(env, problem);
  const production = env.NODE_ENV === 'production';
  const dataDir = path.resolve(env.DATA_DIR || '.data');

  const severalHosts = namesSeveralHosts(env.DATABASE_URL);
  if (severalHosts)
    problem('DATABASE_URL must name one host. For several servers, let HAProxy or a pooler choose, as deploy/cluster does.');
  const databaseUrl = severalHosts ? undefined : read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  if (production && !env.DATABASE_URL) read.required('DATABASE_URL', 'the PostgreSQL database to use');
  const replicaDatabaseUrl = read.url('REPLICA_DATABASE_URL', ['postgres:', 'postgresql:']);
  if (replicaDatabaseUrl && !databaseUrl) problem('REPLICA_DATABASE_URL needs DATABASE_URL, the primary of the replica.');
  const publicUrl = read.url('PUBLIC_URL', production ? ['https:'] : ['http:', 'https:']);
  if (production && !env.PUBLIC_URL) read.required('PUBLIC_URL', 'the https address that payment providers call back');
  if (publicUrl && new URL(publicUrl).origin !== publicUrl) {
    problem(`PUBLIC_URL must be a host without a path, like https://rifas.example.com: the service has a host of its own.`);
  }

  const origins = (name: string, isAllowed: (origin: string) => boolean, like: string): string[] => {
    const listed = read.list(name);
    for (const text of listed.filter((one) => !isAllowed(one))) problem(`${name} must list ${like}, not "${text}".`);
    return listed;
  };
  const schemes = production ? ['https:'] : ['http:', 'https:'];
  const isListable = (text: string): boolean => isOrigin(text, schemes);
  const written = `${production ? 'https' : 'http or https'} origins as browsers send them`;
  const corsOrigins = origins('CORS_ORIGINS', isListable, `${written}, like https://rifas.example.com`);
  const callbackOrigins = origins('CALLBACK_ORIGINS', isListable, `${written}, like https://callbacks.example.com`);
  const ownOrigins = (name: string, like: string): string[] =>
    origins(
      name,
      (text) => isOrigin(text, ['https:']) || (isOrigin(text, ['http:']) && isLoopback(new URL(text))),
      `https origins, or http ones of this machine, like ${like}`,
    );
  const providerOrigins = ownOrigins('PROVIDER_ORIGINS', 'https://pix.internal:8443');
  const webhookOrigins = ownOrigins('WEBHOOK_ORIGINS', 'https://erp.internal:8443');

  const secret = (name: 'JWT_SECRET' | 'ENCRYPTION_KEY', why: string): string => {
    if (production) return read.required(name, why);
    return read.text(name) ?? developmentSecret(dataDir, name, problem);
  };
  const jwtSecret = secret('JWT_SECRET', 'at least 32 characters that sign access tokens');
  if (jwtSecret && Buffer.byteLength(jwtSecret) < 32) problem('JWT_SECRET must have at least 32 characters.');

  const encryptionKeys: Buffer[] = [];
  for (const text of secret('ENCRYPTION_KEY', '32 bytes in base64 that encrypt secrets at rest').split(',')) {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length === 32) encryptionKeys.push(key);
    else if (text.trim())
      problem('ENCRYPTION_KEY must be 32 bytes in base64 (several, comma separated, to rotate: the first encrypts).');
  }

  const businessTimeZone = read.text('TZ_BUSINESS') ?? 'America/Sao_Paulo';
  if (!isTimeZone(businessTimeZone)) problem(`TZ_BUSINESS must be an IANA time zone, not "${businessTimeZone}".`);

  const metricsToken = read.text('METRICS_TOKEN');
  if (metricsToken && !/^\S{16,}$/.test(metricsToken)) problem('METRICS_TOKEN must have at least 16 characters, and no spaces.');
  const listed = read.addresses('METRICS_ADDRESSES');
  // A proxy on this machine sends from here, and may not say for whom: in production, or with a token, nobody reads them unlisted.
  const metricsAddresses = listed.length > 0 || metricsToken || production ? listed : LOOPBACK;

  const listedCountries = read.list('LOGIN_CODE_COUNTRIES');
  const loginCodes = {
    countries: listedCountries.length > 0 ? listedCountries : ['55'],
    perHour: read.integer('LOGIN_CODES_PER_HOUR', 5_000, 10, 1_000_000),
  };
  if (loginCodes.countries.some((code) => !/^[1-9]\d{0,2}$/.test(code)))
    problem('LOGIN_CODE_COUNTRIES must list country codes of phones, like 55,351.');

  const webhookPorts = (read.text('WEBHOOK_PORTS') ?? '443').split(',').map(Number);
  if (webhookPorts.some((port) => !WEBHOOK_PORTS.includes(port)))
    problem(`WEBHOOK_PORTS must list some of ${WEBHOOK_PORTS.join(', ')}.`);

  const chain = read.oneOf('BEACON_CHAIN', BEACON_CHAINS, production ? 'quicknet' : 'development');
  if (production && chain === 'development')
    problem('BEACON_CHAIN must be quicknet in production: everybody has the key of the development beacon.');
  const beaconHosts = read.urls('BEACON_HOSTS', production ? ['https:'] : ['http:', 'https:']);

  const siteColor = read.text('SITE_COLOR')?.toLowerCase();
  if (siteColor && !isHexColor(siteColor)) problem(`SITE_COLOR must be a colour like #0a6b4f, not "${siteColor}".`);
  const site = { name: read.text('SITE_NAME') ?? 'Rifas', color: siteColor, logoUrl: read.url('SITE_LOGO_URL', ['https:']) };
  if (site.name.length > 60) problem('SITE_NAME must have at most 60 characters.');

  const config: Config = {
    production,
    host: read.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: read.integer('PORT', 4000, 0, 65_535),
    movesPorts: { gateway: !production && !read.text('PORT'), bank: !read.text('SANDBOX_PORT') },
    publicUrl,
    corsOrigins: production || corsOrigins.length > 0 ? corsOrigins : LOOPBACK_ORIGINS,
    developmentHosts: read.list('DEVELOPMENT_HOSTS').map((name) => name.toLowerCase()),
    databaseUrl,
    replicaDatabaseUrl,
    dataDir,
    filesS3: readS3Settings('FILES_S3', read, problem),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 3, 500),
    subscriptionsPerUser: read.integer('SUBSCRIPTIONS_PER_USER', 60, 1, 20_000),
    subscriptionsPerAddress: read.integer('SUBSCRIPTIONS_PER_ADDRESS', 4_000, 1, 20_000),
    billingOrderDays: read.integer('BILLING_ORDER_DAYS', 30, 1, 365),
    preparedStatements: read.flag('PREPARED_STATEMENTS', true),
    jwtSecret,
    encryptionKeys,
    keysAreGiven: Boolean(read.text('ENCRYPTION_KEY')),
    admin: production ? productionAdmin(read) : developmentAdmin(env),
    beacon: { chain, hosts: beaconHosts },
    sandboxPort: production ? undefined : read.integer('SANDBOX_PORT', 4001, 0, 65_535),
    sandboxHost: read.text('SANDBOX_HOST') ?? '127.0.0.1',
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: read.oneOf('LOG_FORMAT', LOG_FORMATS, isTerminal && !production ? 'pretty' : 'json'),
    businessTimeZone,
    trustedProxies: read.addresses('TRUSTED_PROXIES'),
    site,
    loginCodes,
    stepUpMinutes: read.integer('STEP_UP_MINUTES', production ? 10 : 720, 0, 1_440),
    mail: readMailSettings(read, problem),
    messages: readMessageSettings(read, problem),
    metricsToken,
    metricsAddresses,
    tracing: readTracingSettings(read, problem),
    webhookPorts,
    webhookOrigins,
    providerOrigins,
    callbackOrigins,
    startedByNpm: env.npm_lifecycle_event === 'start',
    requestLimits: REQUEST_LIMITS,
    rateCeilings: readRateCeilings(read, problem, production),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function developmentAdmin(env: NodeJS.ProcessEnv): Config['admin'] {
  return {
    email: env.ADMIN_EMAIL?.trim() || DEVELOPMENT_ADMIN.email,
    password: env.ADMIN_PASSWORD || DEVELOPMENT_ADMIN.password,
  };
}

function productionAdmin(read: SettingReader): Config['admin'] {
  const email = read.required('ADMIN_EMAIL', 'the first operator');
  const password = read.required('ADMIN_PASSWORD', "the first operator's password");
  return { email, password };
}

/** Kept in the data folder, so that tokens and secrets survive a restart and no known key exists. */
function developmentSecret(dataDir: string, name: string, problem: (sentence: string) => void): string {
  try {
    return secretIn(path.join(openDataFolder(dataDir), `development-${name.toLowerCase().replace('_', '-')}`));
  } catch (error) {
    problem(
      error instanceof StartProblem ? error.message : `${name} could not be kept in DATA_DIR: ${(error as Error).message}.`,
    );
    return '';
  }
}

function secretIn(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
