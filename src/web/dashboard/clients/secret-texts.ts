import { texts } from '../../common/language.js';

export const SECRET_TEXTS = texts({
  'pt-BR': {
    about: 'Com isto o programa entra em POST /auth/v1/token e assina o que envia.',
    signature: 'Segredo da assinatura',
  },
  en: {
    about: 'With these the program logs in at POST /auth/v1/token and signs what it sends.',
    signature: 'Signature secret',
  },
});
