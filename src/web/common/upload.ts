interface UploadOptions {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** The part that was sent, 0 to 1. */
  onSent(part: number): void;
}

/** Sends a file of a form: `fetch` does not say how much is sent. Rejects without a whole answer, and when it is stopped. */
export function upload(
  path: string,
  file: File,
  { headers, signal, onSent }: UploadOptions,
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (): void => reject(new Error('The file was not sent.'));
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener(
      'progress',
      ({ loaded, total, lengthComputable }) => lengthComputable && onSent(loaded / total),
    );
    request.addEventListener('load', () => {
      try {
        resolve({ status: request.status, body: JSON.parse(request.responseText) });
      } catch {
        fail();
      }
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
