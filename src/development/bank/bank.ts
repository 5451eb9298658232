import type { Behaviour } from './behaviour.js';
import type { Callbacks, Timers } from './callbacks.js';
import type { Ledger } from './ledger.js';

/** The bank's one client and its one PIX key, in the form of the DICT. */
export interface Account {
  clientId: string;
  clientSecret: string;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  /** No such company exists. */
  cnpj: string;
}

/** What routes and rules work on. `behaviour` is replaced as a whole. */
export interface Bank {
  account: Account;
  ledger: Ledger;
  behaviour: Behaviour;
  callbacks: Callbacks;
  timers: Timers;
}
