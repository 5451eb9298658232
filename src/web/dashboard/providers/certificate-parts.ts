/** `locked`: it needs a password. */
export type Trouble = 'unknown' | 'locked' | 'wrongPassword';

export class UnreadableFile extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble);
  }
}

export interface CertificateParts {
  certificatePem?: string;
  privateKeyPem?: string;
}
