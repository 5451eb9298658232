import { randomBytes } from 'node:crypto';
import { UNLIMITED_ENV } from '../support/rates.js';

/** The environment of a gateway in production, with secrets of its own. */
export function gatewayEnv(databaseUrl: string): { env: Record<string, string>; jwtSecret: string; encryptionKey: Buffer } {
  const jwtSecret = randomBytes(32).toString('base64');
  const encryptionKey = randomBytes(32);
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'https://bench.example',
    JWT_SECRET: jwtSecret,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    LOG_LEVEL: 'warn',
    ...UNLIMITED_ENV,
  };
  return { env, jwtSecret, encryptionKey };
}
