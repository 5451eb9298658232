// A library of its own, loaded when somebody chooses a file with a password: no browser opens PKCS#12, and OpenSSL 3 refuses old files.
import forge from 'node-forge';
import { type CertificateParts, UnreadableFile } from './certificate-parts.js';

const { asn1, pki, pkcs12, util, pem } = forge;

/** The certificate of the key first, then those that vouch for it. */
export function partsOfPkcs12(bytes: Uint8Array<ArrayBuffer>, password: string | undefined): CertificateParts {
  const file = opened(bytes, password);
  const bagsOf = (type: string | undefined): forge.pkcs12.Bag[] => (type && file.getBags({ bagType: type })[type]) || [];
  const [key] = [...bagsOf(pki.oids.pkcs8ShroudedKeyBag), ...bagsOf(pki.oids.keyBag)];
  const idOf = ({ attributes }: forge.pkcs12.Bag): unknown => (attributes as { localKeyId?: unknown[] }).localKeyId?.[0];
  const isOfKey = (bag: forge.pkcs12.Bag): boolean => key !== undefined && idOf(bag) !== undefined && idOf(bag) === idOf(key);
  const certificates = bagsOf(pki.oids.certBag).toSorted((a, b) => Number(isOfKey(b)) - Number(isOfKey(a)));
  if (!key && certificates.length === 0) throw new UnreadableFile('unknown');
  return {
    ...(certificates.length > 0 && { certificatePem: certificates.map(certificateOf).join('\n') }),
    ...(key && { privateKeyPem: keyOf(key) }),
  };
}

function opened(bytes: Uint8Array<ArrayBuffer>, password: string | undefined): forge.pkcs12.Pkcs12Pfx {
  const structure = readable(() => asn1.fromDer(util.createBuffer(bytes)));
  // Programs write a missing password in two ways.
  for (const tried of password ? [password] : ['', undefined]) {
    try {
      return pkcs12.pkcs12FromAsn1(structure, false, tried);
    } catch {
      // Another password, or none.
    }
  }
  throw new UnreadableFile(password === undefined ? 'locked' : 'wrongPassword');
}

/** The library knows RSA alone, and leaves what has other keys as it was. */
const certificateOf = ({ cert, asn1: other }: forge.pkcs12.Bag): string =>
  (cert ? pki.certificateToPem(cert) : pem.encode({ type: 'CERTIFICATE', body: asn1.toDer(other).getBytes() })).trim();

const keyOf = ({ key, asn1: other }: forge.pkcs12.Bag): string =>
  pki.privateKeyInfoToPem(key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : other).trim();

/** As PKCS#8 without a password. */
export function unlockedKey(text: string, password: string): string {
  if (!text.startsWith('-----BEGIN ENCRYPTED')) {
    const key = readable(() => pki.decryptRsaPrivateKey(text, password)) as forge.pki.rsa.PrivateKey | null;
    if (!key) throw new UnreadableFile('wrongPassword');
    return pki.privateKeyInfoToPem(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key))).trim();
  }
  const locked = readable(() => pki.encryptedPrivateKeyFromPem(text));
  const key = decrypted(locked, password);
  if (!key) throw new UnreadableFile('wrongPassword');
  return pki.privateKeyInfoToPem(key).trim();
}

/** Of a wrong password the padding is wrong, or what comes out is no key. */
function decrypted(locked: forge.asn1.Asn1, password: string): forge.asn1.Asn1 | null {
  try {
    return pki.decryptPrivateKeyInfo(locked, password);
  } catch {
    return null;
  }
}

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    throw new UnreadableFile('unknown');
  }
}
