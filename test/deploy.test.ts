import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/config.js';
import { MAX_FILE_BYTES, MAX_FILES } from '../src/files/received-files.js';
import { settingsRead } from './support/settings-read.js';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

const EXAMPLE = read('.env.example');
const COMPOSE = read('compose.yaml');
const UNIT = read('deploy/raffle-gateway.service');
const SETTING = /^#?([A-Z][A-Z0-9_]*)=(.*)$/gm;
const OF_COMPOSE_ALONE = 'POSTGRES_PASSWORD';

const valueIn = (unit: string, name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

it('the example of the settings has each variable that is read once, and beside them what compose.yaml asks for', () => {
  const named = [...EXAMPLE.matchAll(SETTING)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual([...settingsRead(), OF_COMPOSE_ALONE].toSorted());
  const asked = [...COMPOSE.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(new Set(asked)).toEqual(new Set([OF_COMPOSE_ALONE, 'TRUSTED_PROXIES']));
});

it('the example can be started with once its secrets are made, as it is and with every line set', () => {
  const secrets = {
    DATABASE_URL: 'postgresql://raffle@database/raffle',
    JWT_SECRET: 'a secret of at least thirty-two characters',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    ADMIN_PASSWORD: 'trator nuvem azulejo manga',
  };
  const lines = [...EXAMPLE.matchAll(SETTING)];
  const [least, most] = [lines.filter(([line]) => !line.startsWith('#')), lines].map((chosen) =>
    readConfig({ NODE_ENV: 'production', ...Object.fromEntries(chosen.map(([, name, value]) => [name, value])), ...secrets }),
  );
  expect(least).toMatchObject({ publicUrl: 'https://rifas.example.com', filesS3: undefined });
  expect(most).toMatchObject({
    site: { name: 'Rifas da Ana' },
    metricsAddresses: ['10.0.0.0/8'],
    filesS3: { bucket: 'rifas-files' },
  });
});

it('the image, the unit and `npm start` run the service by the same words', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const words = /node --max\S+ dist\/main\.js/.exec(scripts.start)?.[0] ?? '';
  const image = JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]');
  expect(words).not.toBe('');
  expect(image.join(' ')).toBe(words);
  expect(valueIn(UNIT, 'ExecStart')).toBe(`/usr/bin/${words}`);
});

it('nothing kills the service before it gave up by itself to end what it has begun', () => {
  const [, givesUp = ''] = /^const STOP_TIMEOUT_MS = ([\d_]+);$/m.exec(read('src/main.ts')) ?? [];
  const { gateway } = parse(COMPOSE).services;
  expect(givesUp).not.toBe('');
  for (const seconds of [gateway.stop_grace_period, valueIn(UNIT, 'TimeoutStopSec')]) {
    expect(Number.parseInt(seconds, 10) * 1_000).toBeGreaterThan(Number(givesUp.replace('_', '')));
  }
});

it('the proxy takes as many pictures at once as the service does', () => {
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? [];
  expect(Number(mebibytes) * 1024 * 1024).toBeGreaterThan(MAX_FILES * MAX_FILE_BYTES);
});
