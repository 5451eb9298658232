import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on stdout, or to `to`. Never log variables or tokens. */
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

/** Lines for people at a terminal. */
export async function readableLines(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ sync: true, singleLine: true, ignore: 'event', messageFormat: '{event} {msg}', translateTime: 'SYS:HH:MM:ss' });
}

/** Other properties may be anything: a database error carries its connection with the password. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: name, message, stack, ...(code && { code }), ...(cause instanceof Error && { cause: plainError(cause) }) };
}
