import type { Behaviour } from './behaviour.js';
import type { Callbacks, Timers } from './callbacks.js';
import type { Ledger } from './ledger.js';

/** The bank's only client and its only PIX key, written as in the DICT, the central bank's directory of keys. */
export interface Account {
  clientId: string;
  clientSecret: string;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  /** No such company exists. */
  cnpj: string;
}

/** The state that the bank's routes share. `PUT /sandbox/behaviour` replaces `behaviour`: keep no reference to it. */
export interface Bank {
  account: Account;
  ledger: Ledger;
  behaviour: Behaviour;
  callbacks: Callbacks;
  timers: Timers;
}
