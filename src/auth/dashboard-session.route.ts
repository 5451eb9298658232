import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App, Context } from '../context.js';
import { DomainError, refuse } from '../platform/domain-error.js';
import { createOrigins } from '../platform/http/cors.js';
import { cookieOf, cookieText } from '../platform/http/cookies.js';
import { mountMethodNotAllowed } from '../platform/http/json-errors.js';
import { requestInfoOf } from '../platform/http/request-info.js';
import { adminLogin, passkeyLogin } from './operator-login.service.js';
import { logOut, refreshSession, type SignedIn } from './session.service.js';

const PATH = '/auth/dashboard';
const COOKIE = 'operator-session';

/**
 * The sessions of our dashboard. Its refresh token is in a cookie that no script reads and that goes to these paths alone. Only our
 * own pages may call them: a browser would send the cookie for a page of a neighbouring host too.
 */
export function mountDashboardSession(fastify: FastifyInstance, app: App): void {
  const origins = createOrigins(app.config);
  const serve = (path: string, answer: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<object>): void => {
    const url = `${PATH}${path}`;
    fastify.post(url, async (request, reply) => {
      if (!origins.isOwn(request.headers)) throw refuse('auth.foreignPage');
      const ctx = await app.contextFor({ ...requestInfoOf(request, reply), authorization: undefined });
      return reply.header('cache-control', 'no-store').send(await answer(ctx, request, reply));
    });
    mountMethodNotAllowed(fastify, { url, served: ['POST', 'OPTIONS'] });
  };
  const keep = (reply: FastifyReply, value: string, maxAgeSeconds: number): void => {
    const cookie = { name: COOKIE, value, path: PATH, maxAgeSeconds, isSecure: app.config.production };
    reply.header('set-cookie', cookieText(cookie));
  };
  const begun = (reply: FastifyReply, { accessToken, expiresAt, refreshToken, refreshExpiresAt }: SignedIn): object => {
    keep(reply, refreshToken, Math.ceil((refreshExpiresAt.getTime() - Date.now()) / 1_000));
    return { accessToken, expiresAt };
  };

  serve('/login', async (ctx, request, reply) => {
    const { email, password, code, passkey } = (request.body ?? {}) as Record<string, unknown>;
    // A passkey is enough without a password, and is then not of the account that was typed, if one was.
    if (typeof passkey === 'string' && email === undefined) return begun(reply, await passkeyLogin(ctx, passkey));
    const secondFactor = typeof passkey === 'string' ? { passkey } : typeof code === 'string' ? { code } : null;
    try {
      return begun(reply, await adminLogin(ctx, { email: textOr(email), password: textOr(password), secondFactor }));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'SECOND_FACTOR_REQUIRED')) throw error;
      return { needsSecondFactor: error.fields?.secondFactor?.[0]?.params.methods ?? [] };
    }
  });
  // With the token of a new session, which `changePassword` answers, that session takes the cookie.
  serve('/refresh', async (ctx, request, reply) => {
    const given = ((request.body ?? {}) as Record<string, unknown>).refreshToken;
    const refreshToken = typeof given === 'string' ? given : cookieOf(request.headers, COOKIE);
    if (!refreshToken) throw refuse('auth.refreshTokenEnded');
    return begun(reply, await refreshSession(ctx, refreshToken));
  });
  serve('/logout', async (ctx, request, reply) => {
    const refreshToken = cookieOf(request.headers, COOKIE);
    keep(reply, '', 0);
    return refreshToken ? logOut(ctx, refreshToken) : { count: 0 };
  });
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
