import { SANDBOX_CLIENT } from '../payment-providers/adapters/sandbox-client.js';
import type { SandboxBankSettings } from './bank/start-sandbox-bank.js';

/** The account of the development bank. Nobody's: the key was made for this purpose. */
export const SANDBOX_ACCOUNT = {
  ...SANDBOX_CLIENT,
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  merchantName: 'Rifa de Demonstracao',
  merchantCity: 'SAO PAULO',
} satisfies Partial<SandboxBankSettings>;
