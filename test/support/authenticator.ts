import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { TestServer } from './start.js';

/** What an attacker or a broken device may do otherwise. */
export interface Bent {
  origin?: string;
  rpId?: string;
  /** Of the signatures. */
  count?: number;
  isVerified?: boolean;
  userHandle?: string;
  challenge?: string;
  type?: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/** A passkey in software (WebAuthn 2, 6.5): ES256, attestation "none". It answers in the JSON that browsers send. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  #userHandle = '';
  count = 0;

  /** `origin`: of the page. The host is what the browser takes for the id of the relying party. */
  constructor(readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    // COSE_Key: kty EC2, alg ES256, crv P-256, x and y of 32 bytes.
    const [head, before] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    this.#publicKey = Buffer.concat([head, Buffer.from(x, 'base64url'), before, Buffer.from(y, 'base64url')]);
  }

  create(optionsJson: string, bent: Bent = {}): string {
    const options = JSON.parse(optionsJson);
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
    const authData = Buffer.concat([this.#head(options.rp.id, AT, bent), attested]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(authData.length);
    // CBOR: { fmt: "none", attStmt: {}, authData }.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      size,
      authData,
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, bent);
    return this.#answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  get(optionsJson: string, bent: Bent = {}): string {
    const options = JSON.parse(optionsJson);
    this.count += 1;
    const authenticatorData = this.#head(options.rpId, 0, bent);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, bent);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), this.#key);
    return this.#answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: bent.userHandle ?? this.#userHandle,
    });
  }

  #head(rpId: string, flags: number, { rpId: other, count, isVerified = true }: Bent): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count ?? this.count);
    return Buffer.concat([sha256(other ?? rpId), Buffer.from([flags | UP | (isVerified ? UV : 0)]), counter]);
  }

  #clientData(type: string, challenge: string, bent: Bent): Buffer {
    const data = { type: bent.type ?? type, challenge: bent.challenge ?? challenge, origin: bent.origin ?? this.origin };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}

/** The page of the dashboard on this machine. */
export const originOf = ({ url }: TestServer): string => url.replace('127.0.0.1', 'localhost');

export const BEGIN = 'mutation { beginPasskey { options expiresAt } }';
export const CREATE =
  'mutation ($input: CreatePasskeyInput!) { createPasskey(input: $input) { passkey { id name createdAt lastUsedAt } codes } }';

/** Registers a new passkey of the caller. */
export async function aPasskey(server: TestServer, token: string, name = 'MacBook') {
  const authenticator = new Authenticator(originOf(server));
  const { options } = (await server.graphql(BEGIN, {}, { token })).data.beginPasskey;
  const created = await server.graphql(CREATE, { input: { name, passkey: authenticator.create(options) } }, { token });
  if (created.errors) throw new Error(JSON.stringify(created.errors));
  const { passkey, codes } = created.data.createPasskey;
  return { authenticator, id: passkey.id as string, codes: codes as string[] };
}
