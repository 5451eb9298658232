import { createHmac, hkdfSync } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { constantTimeEqual } from '../platform/crypto.js';

/** A device on which a user logged in. It ends with the version: with the password, the phone and all sessions. */
export interface Device {
  userId: string;
  tokenVersion: number;
  /** Of the login. Failures on this device are counted under it. */
  sessionId: string;
}

/** Marks show no secret and give no access: with one, failures elsewhere do not refuse a login. */
export interface DeviceMarks {
  issue(device: Device): string;
  /** Undefined for anything but a mark of ours. */
  read(mark: string): Device | undefined;
}

const UUID_BYTES = 16;
const BODY_BYTES = 2 * UUID_BYTES + 4;
const TAG_BYTES = 16;

/** 70 characters, of which a cookie takes several. A JWT would be five times as long. */
export function createDeviceMarks(secret: string): DeviceMarks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device marks', 32));
  const tagOf = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, TAG_BYTES);
  return {
    issue({ userId, tokenVersion, sessionId }) {
      const version = Buffer.alloc(4);
      version.writeUInt32BE(tokenVersion);
      const body = Buffer.concat([parse(userId), parse(sessionId), version]);
      return Buffer.concat([body, tagOf(body)]).toString('base64url');
    },
    read(mark) {
      const bytes = Buffer.from(mark, 'base64url');
      const body = bytes.subarray(0, BODY_BYTES);
      if (bytes.length !== BODY_BYTES + TAG_BYTES || !constantTimeEqual(bytes.subarray(BODY_BYTES), tagOf(body)))
        return undefined;
      return {
        userId: stringify(body.subarray(0, UUID_BYTES)),
        sessionId: stringify(body.subarray(UUID_BYTES, 2 * UUID_BYTES)),
        tokenVersion: body.readUInt32BE(2 * UUID_BYTES),
      };
    },
  };
}
