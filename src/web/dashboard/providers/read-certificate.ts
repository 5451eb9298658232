import type { X509Certificate } from '@peculiar/x509';
import { type CertificateParts, UnreadableFile } from './certificate-parts.js';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;

/** The certificates and the key in a file: PEM, a certificate in DER, or PKCS#12. Without a password an empty one is tried. */
export async function readCertificateFile(file: Blob, password?: string): Promise<CertificateParts> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('-----BEGIN ')) return partsOf(text, password);
  if (isPkcs12(bytes)) return (await import('./locked-certificate.js')).partsOfPkcs12(bytes, password);
  const certificate = await certificateIn(bytes);
  if (!certificate) throw new UnreadableFile('unknown');
  return { certificatePem: certificate.toString('pem') };
}

/** PFX ::= SEQUENCE { version INTEGER (3), … } in DER. */
function isPkcs12(bytes: Uint8Array): boolean {
  const [sequence, length = 0] = bytes;
  const start = length < 0x80 ? 2 : 2 + (length & 0x7f);
  return sequence === 0x30 && [0x02, 0x01, 0x03].every((byte, n) => bytes[start + n] === byte);
}

async function partsOf(text: string, password: string | undefined): Promise<CertificateParts> {
  const blocks = [...text.matchAll(BLOCK)].map(([pem, label]) => ({ pem, label: label ?? '' }));
  const [key] = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'));
  const certificates = blocks.filter(({ label }) => label === 'CERTIFICATE');
  if (!key && certificates.length === 0) throw new UnreadableFile('unknown');
  return {
    ...(certificates.length > 0 && { certificatePem: certificates.map(({ pem }) => pem).join('\n') }),
    ...(key && { privateKeyPem: isLocked(key.pem) ? await unlocked(key.pem, password) : key.pem }),
  };
}

const isLocked = (pem: string): boolean => pem.includes('ENCRYPTED');

async function unlocked(pem: string, password: string | undefined): Promise<string> {
  if (password === undefined) throw new UnreadableFile('locked');
  return (await import('./locked-certificate.js')).unlockedKey(pem, password);
}

async function certificateIn(source: Uint8Array<ArrayBuffer> | string): Promise<X509Certificate | undefined> {
  // The library asks for it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  try {
    return new x509.X509Certificate(source);
  } catch {
    return undefined;
  }
}

export interface CertificateFacts {
  subject: string;
  validUntil: Date;
  standing: 'valid' | 'soonOver' | 'over' | 'notYet';
  /** Undefined: there is no key, or this browser cannot compare it. */
  keyFits: boolean | undefined;
}

const SOON_MS = 30 * 86_400_000;

/** What a certificate says; undefined for a text that is none. */
export async function factsOf({
  certificatePem = '',
  privateKeyPem = '',
}: CertificateParts): Promise<CertificateFacts | undefined> {
  const [first] = certificatePem.match(BLOCK) ?? [];
  const certificate = first === undefined ? undefined : await certificateIn(first);
  if (!certificate) return undefined;
  const { notBefore, notAfter, subjectName } = certificate;
  const left = notAfter.getTime() - Date.now();
  return {
    subject: subjectName.getField('CN').join(', ') || certificate.subject,
    validUntil: notAfter,
    standing: notBefore.getTime() > Date.now() ? 'notYet' : left <= 0 ? 'over' : left < SOON_MS ? 'soonOver' : 'valid',
    keyFits: await fits(certificate, privateKeyPem),
  };
}

async function fits({ publicKey }: X509Certificate, keyPem: string): Promise<boolean | undefined> {
  const body = /-----BEGIN (RSA )?PRIVATE KEY-----([\s\S]+?)-----END/.exec(keyPem);
  // Only pages served by https have it.
  if (!body || !globalThis.crypto?.subtle) return undefined;
  try {
    const typed = Uint8Array.from(atob(body[2]!.replaceAll(/\s/g, '')), (letter) => letter.codePointAt(0)!);
    const key = body[1] ? asPkcs8(typed) : typed;
    const algorithm = { ...publicKey.algorithm, hash: 'SHA-256' };
    const own = await crypto.subtle.exportKey('jwk', await crypto.subtle.importKey('pkcs8', key, algorithm, true, ['sign']));
    const certified = await crypto.subtle.exportKey('jwk', await publicKey.export());
    return (['n', 'e', 'x', 'y'] as const).every((name) => own[name] === certified[name]);
  } catch {
    // A key of another kind, or none at all.
    return false;
  }
}

/** PrivateKeyInfo around an RSAPrivateKey. */
function asPkcs8(key: Uint8Array): Uint8Array<ArrayBuffer> {
  const lengthOf = (size: number): number[] =>
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  const rsa = [0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
  const inner = [...rsa, 0x04, ...lengthOf(key.length), ...key];
  return Uint8Array.from([0x30, ...lengthOf(inner.length), ...inner]);
}
