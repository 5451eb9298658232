import { defineFeature } from '../feature.js';
import { secondFactor } from '../second-factor/feature.js';
import { users } from '../users/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { AuthResolver, SessionResolver } from './auth.resolver.js';
import { authRoutes } from './auth.routes.js';
import { authenticate } from './authenticate.js';
import { arePhonesTold } from './codes.js';
import { ContactResolver } from './contact.resolver.js';
import { emailCodeEvents } from './contact.service.js';
import { loginCodeEvents } from './login.service.js';
import { mountDashboardSession } from './dashboard-session.route.js';
import { createDeviceMarks, type DeviceMarks } from './device-marks.js';
import { createLoginLimits, type LoginLimits } from './login-limits.js';
import { createRefreshTokens, type RefreshTokens } from './refresh-tokens.js';
import { authRetention } from './retention.js';
import { requireRecentProof } from './recent-proof.js';
import { selectPersonalSessions } from './session.sql.js';
import { createTokenOwners, type TokenOwners } from './token-owners.js';
import { authTexts } from './auth.texts.js';

declare module '../context.js' {
  interface App {
    refreshTokens: RefreshTokens;
    tokenOwners: TokenOwners;
    loginLimits: LoginLimits;
    deviceMarks: DeviceMarks;
    /** Whether codes reach phones now. */
    arePhonesTold(): Promise<boolean>;
  }
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof loginCodeEvents | keyof typeof emailCodeEvents, true> {}
}

export const auth = defineFeature('auth', {
  needs: [webhooks, users, secondFactor],
  texts: authTexts,
  parts(app) {
    const tokenOwners = createTokenOwners(app);
    return {
      tokenOwners,
      refreshTokens: createRefreshTokens(app.config.jwtSecret),
      loginLimits: createLoginLimits(app),
      deviceMarks: createDeviceMarks(app.config.jwtSecret),
      arePhonesTold: () => arePhonesTold(app),
      requireRecentProof,
      authenticate: (info) => authenticate({ tokens: app.tokens, tokenOwners }, info),
    };
  },
  close: ({ tokenOwners }) => tokenOwners.stop(),
  resolvers: [AuthResolver, ContactResolver, SessionResolver],
  openapi: { tags: { auth: 'Logging in, refreshing a session and logging out. Needs no access token.' } },
  rest: authRoutes,
  http: { forBrowsers: mountDashboardSession },
  events: { ...loginCodeEvents, ...emailCodeEvents },
  retention: authRetention,
  personalData: { sessions: { rows: selectPersonalSessions } },
  logEvents: {
    'auth.login_code.development': {
      level: 'info',
      advice:
        'Development only: the code that a buyer requested, to log in or to prove a phone or an e-mail address, because no message is sent there.',
    },
    'auth.session.reused': {
      level: 'warn',
      advice:
        'A refresh token was used after it had been replaced, so someone else may have it. Its session was ended. A single event is usually a phone that was offline for long. Many events of one user, or after an incident, are stolen tokens: the user must change the password.',
    },
    'auth.token_owners.read_failed': {
      level: 'warn',
      advice: 'WebSockets with a revoked token stay open until the next read.',
    },
  },
});
