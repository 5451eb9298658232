import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readS3Settings, type S3Settings } from './platform/s3-settings.js';
import { isAddressBlock, isHexColor, isOrigin, isTimeZone } from './platform/setting-texts.js';

const DEVELOPMENT_ADMIN = { email: 'admin@localhost', password: 'admin-development' };
const WEBHOOK_PORTS = [443, 80, 8443];
/** Of this machine alone. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** A page that is being made is served by its own tool, at a port of its own. */
const LOOPBACK_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'];
const BEACON_CHAINS = ['quicknet', 'development'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How the service runs. Every value is decided here, once, before anything starts. */
export interface Config {
  production: boolean;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Where callers and providers reach the service, without a trailing slash. Unset: the address it listens on. */
  publicUrl: string | undefined;
  /** Origins whose pages may call us from a browser, beside our own; `:*` stands for any port. */
  corsOrigins: string[];
  /** Unset: the service starts a PostgreSQL of its own under `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The bucket that uploaded files are kept in. Unset: the folder `files` in `dataDir`. */
  filesS3: S3Settings | undefined;
  /** Connections to Postgres a process holds at most. */
  databasePoolSize: number;
  /** Live subscriptions that a process holds for one account, and for one network address, at most; as many WebSockets of the latter. */
  subscriptionsPerUser: number;
  subscriptionsPerAddress: number;
  /** Named prepared statements; off behind a pooler in transaction mode. */
  preparedStatements: boolean;
  /** Signs access tokens (HS256), at least 32 bytes. */
  jwtSecret: string;
  /** Encrypts secrets at rest: 32 bytes each, the first is used for writing, the others only for reading. */
  encryptionKeys: Buffer[];
  /** The operator created at start when the address is not taken yet. */
  admin: { email: string; password: string };
  /** The beacon that draws: drand's public quicknet, or one of development. No hosts: those of quicknet, or the development bank's. */
  beacon: { chain: 'quicknet' | 'development'; hosts: string[] };
  /** The development bank's port; unset in production, where there is no sandbox. */
  sandboxPort: number | undefined;
  /** Run by `npm start`: it ends with npm. */
  startedByNpm: boolean;
  requestLimits: RequestLimits;
  /** Ports that webhooks may be sent to in production. */
  webhookPorts: number[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** IANA name: what a day is. */
  businessTimeZone: string;
  /** Addresses and CIDR blocks of the balancers in front: only their X-Forwarded-* is believed. */
  trustedProxies: string[];
  /** Whose pages they are: the name, and where there are some the colour (`#rrggbb`) and the https address of the logo. */
  site: { name: string; color: string | undefined; logoUrl: string | undefined };
  /** Lets read the figures, from any address. */
  metricsToken: string | undefined;
  /** Addresses and CIDR blocks that may read the figures without it. */
  metricsAddresses: string[];
}

/** How long a client may take to send a request, in milliseconds: its head, all of it, and how much later that is noticed at most. */
export interface RequestLimits {
  headMs: number;
  wholeMs: number;
  checkMs: number;
}

const REQUEST_LIMITS: RequestLimits = { headMs: 15_000, wholeMs: 30_000, checkMs: 1_000 };

/** The environment cannot be run with; `problems` holds every reason, one sentence each. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The service cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads the environment; throws ConfigError with all that is wrong. Development secrets are made once and kept in DATA_DIR. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const production = env.NODE_ENV === 'production';
  const dataDir = path.resolve(env.DATA_DIR || '.data');

  const required = (name: string, why: string): string => {
    const value = env[name]?.trim();
    if (!value) problems.push(`${name} is required in production: ${why}.`);
    return value ?? '';
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const text = env[name]?.trim();
    if (!text) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    return fallback;
  };
  const flag = (name: string, fallback: boolean): boolean => {
    const text = env[name]?.trim().toLowerCase();
    if (!text) return fallback;
    if (['1', 'true', 'yes', 'on'].includes(text)) return true;
    if (['0', 'false', 'no', 'off'].includes(text)) return false;
    problems.push(`${name} must be true or false, not "${text}".`);
    return fallback;
  };
  const list = (name: string): string[] => {
    const texts = (env[name] ?? '').split(',').map((text) => text.trim());
    return texts.filter(Boolean);
  };
  const urls = (name: string, protocols: string[]): string[] => {
    const listed = list(name).map((text) => text.replace(/\/$/, ''));
    if (listed.every((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))) return listed;
    problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
    return [];
  };
  const url = (name: string, protocols: string[]): string | undefined => urls(name, protocols)[0];

  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  if (production && !env.DATABASE_URL) required('DATABASE_URL', 'the PostgreSQL database to use');
  const publicUrl = url('PUBLIC_URL', production ? ['https:'] : ['http:', 'https:']);
  if (production && !env.PUBLIC_URL) required('PUBLIC_URL', 'the https address that payment providers call back');

  const corsOrigins = list('CORS_ORIGINS');
  for (const origin of corsOrigins.filter((text) => !isOrigin(text, production ? ['https:'] : ['http:', 'https:']))) {
    const like = `${production ? 'https' : 'http or https'} origins as browsers send them, like https://rifas.example.com`;
    problems.push(`CORS_ORIGINS must list ${like}, not "${origin}".`);
  }

  const secret = (name: 'JWT_SECRET' | 'ENCRYPTION_KEY', why: string): string => {
    if (production) return required(name, why);
    return env[name]?.trim() || developmentSecret(dataDir, name);
  };
  const jwtSecret = secret('JWT_SECRET', 'at least 32 characters that sign access tokens');
  if (jwtSecret && Buffer.byteLength(jwtSecret) < 32) problems.push('JWT_SECRET must have at least 32 characters.');

  const encryptionKeys: Buffer[] = [];
  for (const text of secret('ENCRYPTION_KEY', '32 bytes in base64 that encrypt secrets at rest').split(',')) {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length === 32) encryptionKeys.push(key);
    else if (text.trim())
      problems.push('ENCRYPTION_KEY must be 32 bytes in base64 (several, comma separated, to rotate: the first encrypts).');
  }

  const admin = production
    ? {
        email: required('ADMIN_EMAIL', 'the first operator'),
        password: required('ADMIN_PASSWORD', "the first operator's password"),
      }
    : { email: env.ADMIN_EMAIL?.trim() || DEVELOPMENT_ADMIN.email, password: env.ADMIN_PASSWORD || DEVELOPMENT_ADMIN.password };
  if (production && admin.password && admin.password.length < 12)
    problems.push('ADMIN_PASSWORD must have at least 12 characters.');
  if (production && admin.password === DEVELOPMENT_ADMIN.password)
    problems.push('ADMIN_PASSWORD must not be the one of development.');

  const businessTimeZone = env.TZ_BUSINESS?.trim() || 'America/Sao_Paulo';
  if (!isTimeZone(businessTimeZone)) problems.push(`TZ_BUSINESS must be an IANA time zone, not "${businessTimeZone}".`);

  const addresses = (name: string): string[] => {
    const blocks = list(name);
    for (const block of blocks.filter((text) => !isAddressBlock(text))) {
      problems.push(`${name} must list IP addresses or CIDR blocks, not "${block}".`);
    }
    return blocks;
  };
  const trustedProxies = addresses('TRUSTED_PROXIES');

  const metricsToken = env.METRICS_TOKEN?.trim() || undefined;
  if (metricsToken && !/^\S{16,}$/.test(metricsToken))
    problems.push('METRICS_TOKEN must have at least 16 characters, and no spaces.');
  const listed = addresses('METRICS_ADDRESSES');
  // With a token this machine is no exception: what a proxy on it passes on comes from here, too.
  const metricsAddresses = listed.length > 0 || metricsToken ? listed : LOOPBACK;

  const webhookPorts = (env.WEBHOOK_PORTS?.trim() || '443').split(',').map(Number);
  if (webhookPorts.some((port) => !WEBHOOK_PORTS.includes(port)))
    problems.push(`WEBHOOK_PORTS must list some of ${WEBHOOK_PORTS.join(', ')}.`);

  const chain = BEACON_CHAINS.find((name) => name === (env.BEACON_CHAIN?.trim() || (production ? 'quicknet' : 'development')));
  if (!chain) problems.push(`BEACON_CHAIN must be one of ${BEACON_CHAINS.join(', ')}, not "${env.BEACON_CHAIN}".`);
  if (production && chain === 'development')
    problems.push('BEACON_CHAIN must be quicknet in production: everybody has the key of the development beacon.');
  const beaconHosts = urls('BEACON_HOSTS', production ? ['https:'] : ['http:', 'https:']);

  const filesS3 = readS3Settings(
    'FILES_S3',
    env,
    (name) => url(name, ['http:', 'https:']),
    (problem) => problems.push(problem),
  );

  const siteColor = env.SITE_COLOR?.trim().toLowerCase() || undefined;
  if (siteColor && !isHexColor(siteColor)) problems.push(`SITE_COLOR must be a colour like #0a6b4f, not "${siteColor}".`);
  const site = { name: env.SITE_NAME?.trim() || 'Rifas', color: siteColor, logoUrl: url('SITE_LOGO_URL', ['https:']) };
  if (site.name.length > 60) problems.push('SITE_NAME must have at most 60 characters.');

  const logLevel = LOG_LEVELS.find((level) => level === (env.LOG_LEVEL?.trim() || 'info'));
  if (!logLevel) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${env.LOG_LEVEL}".`);

  const config: Config = {
    production,
    host: env.HOST?.trim() || (production ? '0.0.0.0' : '127.0.0.1'),
    port: integer('PORT', 4000, 0, 65_535),
    publicUrl,
    corsOrigins: production || corsOrigins.length > 0 ? corsOrigins : LOOPBACK_ORIGINS,
    databaseUrl,
    dataDir,
    filesS3,
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 3, 500),
    subscriptionsPerUser: integer('SUBSCRIPTIONS_PER_USER', 60, 1, 20_000),
    subscriptionsPerAddress: integer('SUBSCRIPTIONS_PER_ADDRESS', 1_000, 1, 20_000),
    preparedStatements: flag('PREPARED_STATEMENTS', true),
    jwtSecret,
    encryptionKeys,
    admin,
    beacon: { chain: chain ?? 'quicknet', hosts: beaconHosts },
    sandboxPort: production ? undefined : integer('SANDBOX_PORT', 4001, 0, 65_535),
    logLevel: logLevel ?? 'info',
    businessTimeZone,
    trustedProxies,
    site,
    metricsToken,
    metricsAddresses,
    webhookPorts,
    startedByNpm: env.npm_lifecycle_event === 'start',
    requestLimits: REQUEST_LIMITS,
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** A secret of this checkout alone, so that tokens and sealed values outlive a restart and no known key exists. */
function developmentSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, `development-${name.toLowerCase().replace('_', '-')}`);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
