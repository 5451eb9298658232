import type { Retention } from '../feature.js';
import { purgeContactCodes } from './contact.sql.js';
import { purgeLoginCodes, purgeLoginLimits } from './login.sql.js';
import { purgeSessions } from './session.sql.js';

/** In days from the end of what it is. */
export const authRetention: readonly Retention[] = [
  {
    statement: purgeLoginLimits,
    days: 1,
    ofPerson: {
      'pt-BR': {
        data: 'Logins que falharam, por conta e por endereço de rede',
        purpose: 'Impedir que alguém adivinhe uma senha',
      },
      en: { data: 'Failed logins, by account and network address', purpose: 'To keep people from guessing a password' },
    },
  },
  {
    statement: purgeSessions,
    days: 2,
    ofPerson: {
      'pt-BR': { data: 'Sessões terminadas, com aparelho e endereço de rede', purpose: 'Mostrar onde a conta está aberta' },
      en: { data: 'Ended sessions, with device and network address', purpose: 'To show where an account is open' },
    },
  },
  {
    statement: purgeLoginCodes,
    days: 1,
    ofPerson: {
      'pt-BR': { data: 'Códigos de login enviados', purpose: 'Conferir o código que a pessoa digita' },
      en: { data: 'Login codes that were sent', purpose: 'To check the code that a person types' },
    },
  },
  {
    statement: purgeContactCodes,
    days: 1,
    ofPerson: {
      'pt-BR': { data: 'Códigos para confirmar telefone ou e-mail', purpose: 'Conferir o código que a pessoa digita' },
      en: { data: 'Codes to prove a phone or an e-mail address', purpose: 'To check the code that a person types' },
    },
  },
];
