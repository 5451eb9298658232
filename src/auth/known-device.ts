import type { Context } from '../context.js';
import { cookieText, DEVICE_COOKIE } from '../platform/http/cookies.js';
import type { Device } from './device-marks.js';
import { selectHeldSession } from './session.sql.js';

/** Of the users of one browser. */
const MOST_MARKS = 5;
/** The longest that Chromium keeps a cookie: 400 days. */
const COOKIE_SECONDS = 400 * 24 * 3_600;

/** The mark of a login, which a browser also gets as a cookie that no script reads. */
export function rememberDevice(ctx: Context, device: Device): string {
  const mark = ctx.deviceMarks.issue(device);
  const others = marksOf(ctx).filter((other) => {
    const known = ctx.deviceMarks.read(other);
    return known && known.userId !== device.userId;
  });
  const value = [mark, ...others].slice(0, MOST_MARKS).join('.');
  const { production: isSecure } = ctx.config;
  ctx.setCookie?.(cookieText({ name: DEVICE_COOKIE, value, path: '/', maxAgeSeconds: COOKIE_SECONDS, isSecure }));
  return mark;
}

/**
 * Those of the users who logged in on this device before, each once, by marks or a token of that login, the last one first. `find` is
 * not called for a device without any. `device` is the session of that login.
 */
export async function knownUsers<User extends { id: string; tokenVersion: number }>(
  ctx: Context,
  find: (ids: string[]) => Promise<readonly (User | null)[]>,
): Promise<{ user: User; device: string }[]> {
  const devices = [...marksOf(ctx).flatMap((mark) => ctx.deviceMarks.read(mark) ?? []), ...(await sessionOf(ctx))];
  const users = devices.length > 0 ? await find(devices.map(({ userId }) => userId)) : [];
  const known = devices.flatMap(({ userId, tokenVersion, sessionId }) => {
    const user = users.find((one) => one?.id === userId && one.tokenVersion === tokenVersion);
    return user ? [{ user, device: sessionId }] : [];
  });
  return known.filter(({ user }, at) => known.findIndex((one) => one.user.id === user.id) === at);
}

function marksOf({ deviceToken, deviceCookie }: Context): string[] {
  return [...(deviceToken === undefined ? [] : [deviceToken]), ...(deviceCookie?.split('.', MOST_MARKS) ?? [])];
}

/** Of an access token, or of a refresh token that was sent as a mark. */
async function sessionOf({ token, deviceToken, refreshTokens, db }: Context): Promise<Device[]> {
  if (token?.sessionId) return [{ userId: token.subject, tokenVersion: token.version, sessionId: token.sessionId }];
  const claims = deviceToken === undefined ? undefined : refreshTokens.verify(deviceToken);
  if (!claims) return [];
  const [session] = await db.query(selectHeldSession, [claims.sessionId, 0]);
  if (session?.generation !== claims.generation) return [];
  return [{ userId: session.userId, tokenVersion: session.tokenVersion, sessionId: session.id }];
}
