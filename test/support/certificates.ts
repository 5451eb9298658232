import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const DAY_MS = 86_400_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface Identity {
  certificatePem: string;
  privateKeyPem: string;
}

/** Who signs certificates; `certificatePem` is what others trust it by. */
export interface Authority {
  certificatePem: string;
  /** Host names and addresses are what a server's certificate is good for. */
  server(hosts: { dns?: string; ip?: string }[]): Promise<Identity>;
  client(name: string, validity?: { notBefore: Date; notAfter: Date }): Promise<Identity>;
}

export async function createAuthority(name: string): Promise<Authority> {
  const keys = await newKeys();
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );

  async function issue(subject: string, extensions: x509.Extension[], within = validity): Promise<Identity> {
    const { publicKey, privateKey } = await newKeys();
    const certificate = await x509.X509CertificateGenerator.create(
      {
        subject: `CN=${subject}`,
        issuer: root.subject,
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...within,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
          ...extensions,
        ],
      },
      webcrypto,
    );
    const pem = KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' });
    return { certificatePem: certificate.toString('pem'), privateKeyPem: String(pem) };
  }

  return {
    certificatePem: root.toString('pem'),
    server: (hosts) =>
      issue('server', [
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          hosts.map(({ dns, ip }) => (dns ? { type: 'dns', value: dns } : { type: 'ip', value: ip ?? '' })),
        ),
      ]),
    client: (subject, within) => issue(subject, [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])], within),
  };
}

async function newKeys() {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}
