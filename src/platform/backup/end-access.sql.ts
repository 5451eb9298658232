/**
 * What let people and programs in when the backup was made, each with the tables it is in: since then somebody may have been put out, or
 * have changed a password. Versions of tokens are raised past any that was given out since.
 */
export const ENDED_ACCESS: readonly { table: string; column: string; text: string }[] = [
  { table: 'sessions', column: 'id', text: 'DELETE FROM sessions' },
  { table: 'login_codes', column: 'phone', text: 'DELETE FROM login_codes' },
  { table: 'users', column: 'token_version', text: 'UPDATE users SET token_version = token_version + 1000000' },
  { table: 'api_clients', column: 'token_version', text: 'UPDATE api_clients SET token_version = token_version + 1000000' },
];
