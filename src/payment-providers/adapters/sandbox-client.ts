/**
 * The client the development bank knows unless it is told another. No secret: the bank holds no money and listens on this
 * machine only.
 */
export const SANDBOX_CLIENT = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
