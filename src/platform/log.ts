import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * JSON lines on stdout, or wherever else they are to go. Never variables, never a token: what could carry personal data is not
 * given to it.
 */
export function createLog({ logLevel }: { logLevel: string }, to?: DestinationStream): Log {
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: plainError },
      redact: ['req.headers.authorization', 'headers.authorization', 'authorization'],
    },
    to,
  );
}

/** Writes the lines for people who read them in a terminal. */
export async function readableLines(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ sync: true, singleLine: true, ignore: 'event', messageFormat: '{event} {msg}', translateTime: 'SYS:HH:MM:ss' });
}

/** What an error says of itself. Its other properties may be anything: a database error carries its connection, password and all. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: name, message, stack, ...(code && { code }), ...(cause instanceof Error && { cause: plainError(cause) }) };
}
