import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodySignature } from '../src/platform/crypto.js';
import { formatWebhookSecret, newWebhookSecret, signStandardWebhook } from '../src/webhooks/sending/webhook-signature.js';
import { verifyWebhook } from './support/verify-webhook.js';

const SECRET_TEXT = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SECRET = Buffer.from(SECRET_TEXT.slice('whsec_'.length), 'base64');
const AT = new Date(1_614_265_330_000);

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));
const anyId = fc.stringMatching(/^[\w-]{1,64}$/);
const anyBody = fc.string({ unit: 'binary' });
const anyTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('a signature of Standard Webhooks', () => {
  it("is the one that the standard's own libraries make", () => {
    const signed = signStandardWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: AT,
      body: '{"test": 2432232314}',
      secrets: [SECRET],
    });
    expect(signed).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is verified by whoever knows the secret, and by nobody else', () => {
    fc.assert(
      fc.property(anyId, anyTime, anyBody, bytes(24, 64), bytes(24, 64), (id, timestamp, body, secret, other) => {
        fc.pre(!secret.equals(other));
        const text = formatWebhookSecret(secret);
        const headers = signStandardWebhook({ id, timestamp, body, secrets: [secret] });
        const later = String(Number(headers['webhook-timestamp']) + 1);
        expect(verifyWebhook(text, headers, body, timestamp)).toBe(true);
        expect(verifyWebhook(formatWebhookSecret(other), headers, body, timestamp)).toBe(false);
        expect(verifyWebhook(text, headers, `${body} `, timestamp)).toBe(false);
        expect(verifyWebhook(text, { ...headers, 'webhook-id': `${id}x` }, body, timestamp)).toBe(false);
        expect(verifyWebhook(text, { ...headers, 'webhook-timestamp': later }, body, timestamp)).toBe(false);
      }),
    );
  });

  it('is made with every secret while one replaces the other, each of which verifies', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const headers = signStandardWebhook({ id: 'evt_1', timestamp: AT, body: '{"preço":"1.00"}', secrets });
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    for (const secret of secrets) expect(verifyWebhook(formatWebhookSecret(secret), headers, '{"preço":"1.00"}', AT)).toBe(true);
  });

  it('says whole seconds', () => {
    const timestamp = new Date(1_614_265_330_999);
    const headers = signStandardWebhook({ id: 'evt_1', timestamp, body: '', secrets: [SECRET] });
    expect(headers['webhook-timestamp']).toBe('1614265330');
  });

  it.each(['', 'evt.1', 'evt 1', 'evt\r\n1', 'é'])('is not made of the id %j', (id) => {
    expect(() => signStandardWebhook({ id, timestamp: AT, body: '{}', secrets: [SECRET] })).toThrow('the id of a webhook');
  });

  it('is not made without a secret', () => {
    expect(() => signStandardWebhook({ id: 'evt_1', timestamp: AT, body: '{}', secrets: [] })).toThrow('one secret');
  });
});

describe('a secret of an endpoint', () => {
  it('is 32 random bytes when it is made here', () => {
    const made = newWebhookSecret();
    expect(made).toHaveLength(32);
    expect(made.equals(newWebhookSecret())).toBe(false);
    expect(formatWebhookSecret(made)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('is base64 after its prefix, as the libraries of the standard read it', () => {
    fc.assert(
      fc.property(bytes(24, 64), (secret) => {
        expect(Buffer.from(formatWebhookSecret(secret).slice('whsec_'.length), 'base64').equals(secret)).toBe(true);
      }),
    );
    expect(formatWebhookSecret(SECRET)).toBe(SECRET_TEXT);
  });
});

describe('the signature of the provider-facing group', () => {
  it('is lower-case hex HMAC-SHA256 of the raw body (RFC 4231, case 2)', () => {
    const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(bodySignature('Jefe', 'what do ya want for nothing?')).toBe(digest);
    expect(bodySignature('Jefe', Buffer.from('what do ya want for nothing?'))).toBe(digest);
  });

  it('covers the bytes on the wire, where text is UTF-8', () => {
    const signature = bodySignature('ségredo', '{"nome":"João"}');
    expect(bodySignature('ségredo', Buffer.from('{"nome":"João"}', 'utf8'))).toBe(signature);
    expect(bodySignature('ségredo', '{"nome": "João"}')).not.toBe(signature);
  });
});
