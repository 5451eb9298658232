import type { Behaviour } from './behaviour.js';
import type { Callbacks } from './callbacks.js';
import type { Ledger } from './ledger.js';
import type { Timers } from './timers.js';

/** Whose account the bank keeps: the one client it has, and the one PIX key, as the DICT writes it. */
export interface Account {
  clientId: string;
  clientSecret: string;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  /** A company that does not exist. */
  cnpj: string;
}

/** What the routes and rules of the bank work on. `behaviour` is replaced as a whole. */
export interface Bank {
  account: Account;
  ledger: Ledger;
  behaviour: Behaviour;
  callbacks: Callbacks;
  timers: Timers;
}
