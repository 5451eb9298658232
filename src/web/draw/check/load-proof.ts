import { GatewayError } from '../../../client/errors.js';

/** Where this page's own origin has a proof, wherever the service says that the public finds it. */
export const proofPath = (proofUrl: string): string => new URL(proofUrl, 'http://localhost').pathname;

/** How many bytes will come over the line, which are compressed; undefined where nobody says. */
export async function proofSize(path: string, signal: AbortSignal): Promise<number | undefined> {
  const { ok, headers } = await fetch(path, { method: 'HEAD', signal });
  const length = Number(headers.get('content-length') ?? '');
  return ok && length > 0 ? length : undefined;
}

/** A proof's bytes, `anew` past the browser's copy, which may be what is wrong. `onBytes` hears how many are there so far. Rejects with a GatewayError, or with the signal's reason. */
export async function loadProof(
  path: string,
  { anew, signal, onBytes }: { anew: boolean; signal: AbortSignal; onBytes(bytes: number): void },
): Promise<ArrayBuffer> {
  try {
    const response = await fetch(path, { signal, cache: anew ? 'reload' : 'default' });
    if (!response.ok)
      throw new GatewayError(response.status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE', `answered ${response.status}`);
    if (!response.body) return await response.arrayBuffer();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(chunks).arrayBuffer();
      chunks.push(value);
      bytes += value.byteLength;
      onBytes(bytes);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GatewayError ? error : new GatewayError('NETWORK_ERROR', String(error), { cause: error });
  }
}
