import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'raffle-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const KEY = Buffer.alloc(32, 7).toString('base64');
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://gateway@db/raffle',
  PUBLIC_URL: 'https://raffle.example.com/',
  JWT_SECRET: 'a secret of at least thirty-two characters',
  ENCRYPTION_KEY: KEY,
  ADMIN_EMAIL: 'boss@example.com',
  ADMIN_PASSWORD: 'correct horse battery',
};

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('in development', () => {
  it('needs nothing', () => {
    const config = readConfig({ DATA_DIR: dataDir });

    expect(config).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 4000,
      databaseUrl: undefined,
      dataDir,
      sandboxPort: 4001,
      admin: { email: 'admin@localhost', password: 'admin-development' },
      businessTimeZone: 'America/Sao_Paulo',
      requestLimits: { headMs: 15_000, wholeMs: 30_000, checkMs: 1_000 },
    });
  });

  it('makes its secrets once, for the owner of the folder only', () => {
    const first = readConfig({ DATA_DIR: dataDir });
    const second = readConfig({ DATA_DIR: dataDir });

    expect(second.jwtSecret).toBe(first.jwtSecret);
    expect(second.encryptionKeys).toEqual(first.encryptionKeys);
    expect(first.encryptionKeys[0]).toHaveLength(32);
    const file = path.join(dataDir, 'development-jwt-secret');
    expect(readFileSync(file, 'utf8')).toBe(first.jwtSecret);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it.each([
    ['is a file', 'file'],
    ['lies below a file', 'file/data'],
  ])('says in one sentence when DATA_DIR %s', (_, name) => {
    writeFileSync(path.join(dataDir, 'file'), '');
    expect(problemsOf({ DATA_DIR: path.join(dataDir, name) })).toEqual([
      expect.stringMatching(/^DATA_DIR must be a folder that can be written to, and \/.* is not: .* a file\.$/),
    ]);
  });

  it('takes other ports than its own only where nobody chose them, and writes for people only in a terminal', () => {
    const read = (env: NodeJS.ProcessEnv, isTerminal = false) => readConfig({ DATA_DIR: dataDir, ...env }, { isTerminal });
    expect(read({}).movesPorts).toEqual({ gateway: true, bank: true });
    expect(read({ PORT: '4000', SANDBOX_PORT: '4001' }).movesPorts).toEqual({ gateway: false, bank: false });
    expect(read(PRODUCTION).movesPorts.gateway).toBe(false);
    expect([read({}).logFormat, read({}, true).logFormat, read(PRODUCTION, true).logFormat]).toEqual(['json', 'pretty', 'json']);
    expect(read({ LOG_FORMAT: 'pretty' }).logFormat).toBe('pretty');
  });

  it('gives another folder other secrets', () => {
    expect(readConfig({ DATA_DIR: dataDir }).jwtSecret).not.toBe(readConfig({ DATA_DIR: path.join(dataDir, 'other') }).jwtSecret);
  });
});

describe('in production', () => {
  it('starts with its secrets, without a sandbox', () => {
    const config = readConfig({ ...PRODUCTION, DATA_DIR: dataDir });

    expect(config).toMatchObject({
      production: true,
      host: '0.0.0.0',
      publicUrl: 'https://raffle.example.com',
      sandboxPort: undefined,
    });
  });

  it('lists every missing secret at once, and makes none', () => {
    const problems = problemsOf({ NODE_ENV: 'production', DATA_DIR: dataDir });

    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'PUBLIC_URL',
      'JWT_SECRET',
      'ENCRYPTION_KEY',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
    ]);
  });

  it.each([
    ['JWT_SECRET', 'short'],
    ['ENCRYPTION_KEY', 'bm90IDMyIGJ5dGVz'],
    ['PUBLIC_URL', 'http://raffle.example.com'],
    ['DATABASE_URL', 'mysql://db/raffle'],
    ['PUBLIC_URL', 'https://example.com/raffles'],
  ])('refuses %s=%s without repeating a secret', (name, value) => {
    const problems = problemsOf({ ...PRODUCTION, DATA_DIR: dataDir, [name]: value });

    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must`));
    if (name !== 'PUBLIC_URL' && name !== 'DATABASE_URL') expect(problems[0]).not.toContain(value);
  });
});

it.each([
  'postgres://raffle:x@db1,db2/raffle',
  'postgres://raffle:x@db1:5432,db2:5432/raffle',
  'postgres:///raffle?host=db1,db2',
])('refuses several hosts in DATABASE_URL=%s, and says what to put before them', (value) => {
  expect(problemsOf({ ...PRODUCTION, DATABASE_URL: value })).toEqual([
    'DATABASE_URL must name one host. For several servers, let HAProxy or a pooler choose, as deploy/cluster does.',
  ]);
});

it('accepts a password with a comma in DATABASE_URL', () => {
  const url = 'postgres://raffle:a,b@db1/raffle';
  expect(readConfig({ ...PRODUCTION, DATABASE_URL: url }).databaseUrl).toBe(url);
});

it.each([
  ['PORT', '70000'],
  ['PORT', '4000x'],
  ['SANDBOX_PORT', '-1'],
  ['DATABASE_POOL_SIZE', '0'],
  ['SUBSCRIPTIONS_PER_USER', '0'],
  ['RATE_LIMIT_COST', '100,200'],
  ['RATE_LIMIT_ORDERS', '0,10,100'],
  ['RATE_LIMIT_QUOTAS', '1,10,many'],
  ['RATE_LIMIT_SIGN_UPS', '1.5,10,100'],
  ['SUBSCRIPTIONS_PER_ADDRESS', 'many'],
  ['LOGIN_CODE_COUNTRIES', '+55'],
  ['LOGIN_CODE_COUNTRIES', '55,Portugal'],
  ['LOGIN_CODES_PER_HOUR', '0'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_FORMAT', 'xml'],
  ['PUBLIC_URL', 'http://localhost:4000/raffles'],
  ['TZ_BUSINESS', 'America/Nowhere'],
  ['PREPARED_STATEMENTS', 'maybe'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, the balancer'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['WEBHOOK_PORTS', '443,22'],
  ['PROVIDER_ORIGINS', 'https://pix.example.com/api'],
  ['PROVIDER_ORIGINS', 'http://pix.internal'],
  ['CALLBACK_ORIGINS', 'callbacks.example.com'],
  ['METRICS_TOKEN', 'too short'],
  ['METRICS_TOKEN', 'sixteen characters, but spaces'],
  ['METRICS_ADDRESSES', 'prometheus'],
  ['METRICS_ADDRESSES', '10.0.0.0/8,10.0.0.0/33'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a token'],
  ['OTEL_TRACES_SAMPLER', 'most'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
])('refuses %s=%s', (name, value) => {
  expect(problemsOf({ DATA_DIR: dataDir, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
});

it('lets this machine read the figures, unless there is a token or a list', () => {
  const token = 'sixteen-characters';
  const read = (env: NodeJS.ProcessEnv) => {
    const { metricsToken, metricsAddresses } = readConfig({ DATA_DIR: dataDir, ...env });
    return [metricsToken, metricsAddresses];
  };
  expect(read({})).toEqual([undefined, ['127.0.0.0/8', '::1/128']]);
  expect(read({ METRICS_TOKEN: token })).toEqual([token, []]);
  expect(read({ METRICS_ADDRESSES: '10.0.0.7, 2001:db8::/32' })).toEqual([undefined, ['10.0.0.7', '2001:db8::/32']]);
  expect(read({ METRICS_ADDRESSES: '10.0.0.7', METRICS_TOKEN: token })).toEqual([token, ['10.0.0.7']]);
});

it('traces nothing until it is told where to, and then everything that no caller leaves out', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...env }).tracing;
  expect(read({ OTEL_SERVICE_NAME: 'rifas' })).toBeUndefined();
  const url = 'http://collector:4318/v1/traces';
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    url,
    headers: {},
    serviceName: 'raffle-gateway',
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  const chosen = {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db,x-tenant = 7',
    OTEL_SERVICE_NAME: 'rifas',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  };
  const headers = { authorization: 'Bearer a=b', 'x-tenant': '7' };
  expect(read(chosen)).toEqual({ url, headers, serviceName: 'rifas', sampler: 'traceidratio', ratio: 0.1 });
});

it('reads several encryption keys, the first to write with', () => {
  const other = Buffer.alloc(32, 9).toString('base64');
  expect(readConfig({ DATA_DIR: dataDir, ENCRYPTION_KEY: `${other},${KEY}` }).encryptionKeys).toEqual([
    Buffer.alloc(32, 9),
    Buffer.alloc(32, 7),
  ]);
});

describe('FILES_S3', () => {
  const S3 = {
    FILES_S3_ENDPOINT: 'https://s3.example.com/',
    FILES_S3_BUCKET: 'rifas.pictures',
    FILES_S3_ACCESS_KEY_ID: 'id',
    FILES_S3_SECRET_ACCESS_KEY: 'the secret of the bucket',
  };

  it('is a bucket, or none: then files are in DATA_DIR', () => {
    const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...env }).filesS3;
    expect(read({})).toBeUndefined();
    const settings = {
      endpoint: 'https://s3.example.com',
      bucket: 'rifas.pictures',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'the secret of the bucket',
      publicUrl: undefined,
    };
    expect(read(S3)).toEqual(settings);
    const more = { FILES_S3_REGION: 'sa-east-1', FILES_S3_PUBLIC_URL: 'https://cdn.example.com/' };
    expect(read({ ...S3, ...more })).toEqual({ ...settings, region: 'sa-east-1', publicUrl: 'https://cdn.example.com' });
  });

  it('is refused with all that is wrong, and without its secret', () => {
    const missing = problemsOf({ DATA_DIR: dataDir, FILES_S3_PUBLIC_URL: 'https://cdn.example.com' });
    expect(missing.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(S3));
    const wrong = { FILES_S3_ENDPOINT: 's3.example.com', FILES_S3_BUCKET: 'Rifas/pictures', FILES_S3_PUBLIC_URL: 'ftp://a' };
    const problems = problemsOf({ DATA_DIR: dataDir, ...S3, ...wrong });
    expect(new Set(problems.map((problem) => problem.split(' ')[0]))).toEqual(new Set(Object.keys(wrong)));
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('secret');
  });
});

describe('CORS_ORIGINS', () => {
  it('are exact origins; in development every page of this machine, unless some are listed', () => {
    const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...env }).corsOrigins;
    expect(read({})).toEqual(['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*']);
    expect(read({ CORS_ORIGINS: ' http://loja.test:8080, https://a.example ' })).toEqual([
      'http://loja.test:8080',
      'https://a.example',
    ]);
    expect(read(PRODUCTION)).toEqual([]);
    expect(read({ ...PRODUCTION, CORS_ORIGINS: 'https://loja.example.com' })).toEqual(['https://loja.example.com']);
  });

  it('are refused one by one when they are no origins, or could be anybody', () => {
    const wrong = [
      '*',
      'null',
      'https://*.example.com',
      'https://a.example/',
      'https://a.example/loja',
      'a.example',
      'https://A.example',
    ];
    const problems = problemsOf({ ...PRODUCTION, DATA_DIR: dataDir, CORS_ORIGINS: [...wrong, 'https://b.example'].join(',') });
    expect(problems).toHaveLength(wrong.length);
    expect(problems).toEqual(wrong.map((origin) => expect.stringContaining(`not "${origin}"`)));
    expect(problems[0]).toBe(
      'CORS_ORIGINS must list https origins as browsers send them, like https://rifas.example.com, not "*".',
    );
    expect(problemsOf({ ...PRODUCTION, DATA_DIR: dataDir, CORS_ORIGINS: 'http://a.example' })).toHaveLength(1);
    expect(problemsOf({ DATA_DIR: dataDir, CORS_ORIGINS: 'ftp://a.example' })).toHaveLength(1);
  });
});
