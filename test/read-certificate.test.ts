import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UnreadableFile } from '../src/web/dashboard/providers/certificate-parts.js';
import { factsOf, readCertificateFile } from '../src/web/dashboard/providers/read-certificate.js';
import { createAuthority } from './support/certificates.js';
import { pkcs12Of } from './support/pkcs12.js';
import { forTests } from './support/start.js';

const DAY_MS = 86_400_000;
const authority = forTests(() => createAuthority('Banco'));
const of = (...days: [number, number]) => ({
  notBefore: new Date(Date.now() + days[0] * DAY_MS),
  notAfter: new Date(Date.now() + days[1] * DAY_MS),
});
type Content = string | Uint8Array<ArrayBuffer>;
const read = (content: Content, password?: string) => readCertificateFile(new Blob([content]), password);
const troubleOf = (content: Content, password?: string) =>
  read(content, password).then(
    () => undefined,
    (error: unknown) => (error as UnreadableFile).trouble,
  );

describe('the files of a certificate', () => {
  it('give the certificate and its key, in one file or in two, as PEM or DER', async () => {
    const { certificatePem, privateKeyPem } = await authority.client('Rifas da Ana');
    const certificate = certificatePem.trim();
    const key = privateKeyPem.trim();
    expect(await read(`Bag Attributes\n${privateKeyPem}\n${certificatePem}`)).toEqual({
      certificatePem: certificate,
      privateKeyPem: key,
    });
    expect(await read(certificatePem)).toEqual({ certificatePem: certificate });
    expect(await read(privateKeyPem)).toEqual({ privateKeyPem: key });
    const der = Uint8Array.from(Buffer.from(certificate.replaceAll(/-----.*-----|\s/g, ''), 'base64'));
    const fromDer = await read(der);
    expect(fromDer.certificatePem?.replaceAll(/\s/g, '')).toBe(certificate.replaceAll(/\s/g, ''));
    expect(await factsOf({ ...fromDer, privateKeyPem })).toMatchObject({ subject: 'Rifas da Ana', keyFits: true });
  });

  it('say until when it is valid, and whether the key is its own', async () => {
    const factsFor = async (days: [number, number]) => factsOf(await authority.client('Ana', of(...days)));
    expect(await factsFor([-1, 90])).toMatchObject({ standing: 'valid', keyFits: true });
    expect(await factsFor([-1, 20])).toMatchObject({ standing: 'soonOver' });
    expect(await factsFor([-9, -1])).toMatchObject({ standing: 'over' });
    expect(await factsFor([1, 90])).toMatchObject({ standing: 'notYet' });
    const { certificatePem } = await authority.client('Ana');
    const { privateKeyPem } = await authority.client('Bia');
    expect(await factsOf({ certificatePem, privateKeyPem })).toMatchObject({ keyFits: false });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    for (const type of ['pkcs1', 'pkcs8'] as const)
      expect(await factsOf({ certificatePem, privateKeyPem: String(rsa.export({ type, format: 'pem' })) })).toMatchObject({
        keyFits: false,
      });
    expect(await factsOf({ certificatePem })).toMatchObject({ keyFits: undefined });
    expect(await factsOf({ certificatePem: 'nada' })).toBeUndefined();
  });

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const plain = String(privateKey.export({ type: 'pkcs8', format: 'pem' })).trim();

  it('open with their password, whoever wrote them', async () => {
    for (const algorithm of ['3des', 'aes256'] as const)
      for (const password of ['segredo', '']) {
        const file = pkcs12Of(plain, { algorithm, password });
        const opened = await read(file, password === '' ? undefined : password);
        expect(opened.privateKeyPem?.replaceAll(/\s/g, '')).toBe(plain.replaceAll(/\s/g, ''));
        expect(await factsOf(opened)).toMatchObject({ subject: 'Rifas da Ana', keyFits: true });
      }
    for (const type of ['pkcs8', 'pkcs1'] as const) {
      const locked = String(privateKey.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'segredo' }));
      expect((await read(locked, 'segredo')).privateKeyPem?.replaceAll(/\s/g, '')).toBe(plain.replaceAll(/\s/g, ''));
      expect(await troubleOf(locked)).toBe('locked');
      expect(await troubleOf(locked, 'outra')).toBe('wrongPassword');
    }
  });

  it('that cannot be read say why', async () => {
    const file = pkcs12Of(plain, { algorithm: '3des', password: 'segredo' });
    expect(await troubleOf(file)).toBe('locked');
    expect(await troubleOf(file, 'outra')).toBe('wrongPassword');
    expect(await troubleOf('senha: 123')).toBe('unknown');
    expect(await troubleOf('')).toBe('unknown');
    expect(await troubleOf(Uint8Array.of(0x30, 0x82, 0x04, 0x00, 0x02, 0x01, 0x03, 0x30))).toBe('unknown');
  });
});
