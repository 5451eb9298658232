import { pino, type Logger } from 'pino';
import type { Config } from '../config.js';

export type Log = Logger;

/** JSON lines on stdout. Never variables, never a token: what could carry personal data is not given to it. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'headers.authorization', 'authorization'],
  });
}
