import forge from 'node-forge';

const DAY_MS = 86_400_000;

/** A .p12 as banks give it to their customers: a key and its certificate, of `Rifas da Ana`. */
export function pkcs12Of(keyPem: string, { password, algorithm }: { algorithm: '3des' | 'aes256'; password: string }) {
  const key = forge.pki.privateKeyFromPem(keyPem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.setSubject([{ name: 'commonName', value: 'Rifas da Ana' }]);
  certificate.validity.notAfter = new Date(Date.now() + 90 * DAY_MS);
  certificate.sign(key, forge.md.sha256.create());
  const file = forge.pkcs12.toPkcs12Asn1(key, certificate, password, { algorithm });
  return Uint8Array.from(Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1'));
}
