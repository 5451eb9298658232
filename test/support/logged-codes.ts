import { vi } from 'vitest';
import type { TestServer } from './start.js';

/** In development codes are logged. Returns the last one that was logged for a phone or an e-mail address. */
export function listenToCodes({ app }: Pick<TestServer, 'app'>): (contact: string) => string {
  const codes = new Map<string, string>();
  const info: (line: unknown, ...rest: unknown[]) => void = app.log.info.bind(app.log);
  vi.spyOn(app.log, 'info').mockImplementation((line: unknown, ...rest: unknown[]) => {
    const { phone, email, code } = line as { phone?: string; email?: string; code?: string };
    if (code) codes.set(phone ?? email ?? '', code);
    info(line, ...rest);
  });
  return (contact) => {
    const code = codes.get(contact);
    if (!code) throw new Error(`no code was logged for ${contact}`);
    return code;
  };
}
