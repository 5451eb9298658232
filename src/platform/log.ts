import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on stdout. Never variables, never a token: what could carry personal data is not given to it. */
export function createLog({ logLevel }: { logLevel: string }): Log {
  return pino({
    level: logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: plainError },
    redact: ['req.headers.authorization', 'headers.authorization', 'authorization'],
  });
}

/** What an error says of itself. Its other properties may be anything: a database error carries its connection, password and all. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: name, message, stack, ...(code && { code }), ...(cause instanceof Error && { cause: plainError(cause) }) };
}
