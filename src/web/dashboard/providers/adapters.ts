import { texts } from '../../common/language.js';

export const ADAPTERS = ['bacen', 'paggue', 'pay2m', 'static', 'sandbox'] as const;
export type Adapter = (typeof ADAPTERS)[number];

export const CREDENTIALS = [
  'clientId',
  'clientSecret',
  'signatureSecret',
  'tokenUrl',
  'certificatePem',
  'privateKeyPem',
  'caPem',
] as const;
export type Credential = (typeof CREDENTIALS)[number];

const OF_API: readonly Credential[] = ['clientId', 'clientSecret', 'tokenUrl', 'certificatePem', 'privateKeyPem', 'caPem'];
const GIVEN: Record<Adapter, readonly Credential[]> = {
  bacen: OF_API,
  paggue: ['clientId', 'clientSecret', 'signatureSecret', ...OF_API.slice(2)],
  pay2m: OF_API,
  static: [],
  sandbox: OF_API,
};

export function isAdapter(name: string): name is Adapter {
  return ADAPTERS.some((known) => known === name);
}

export function credentialsOf(adapter: string, set: readonly string[]): readonly Credential[] {
  const given = isAdapter(adapter) ? GIVEN[adapter] : CREDENTIALS;
  return CREDENTIALS.filter((name) => given.includes(name) || set.includes(name));
}

export function isNeeded(adapter: string, credential: Credential): boolean {
  if (adapter === 'static' || adapter === 'sandbox') return false;
  return credential === 'clientId' || credential === 'clientSecret' || (credential === 'signatureSecret' && adapter === 'paggue');
}

export const hasApi = (adapter: string): boolean => adapter !== 'static';

/** Paggue signs callbacks with a secret of its own. */
export const sendsOurSecret = (adapter: string): boolean => hasApi(adapter) && adapter !== 'paggue';

interface Words {
  names: Record<Adapter, string>;
  about: Record<Adapter, string>;
}

export const ADAPTER_TEXTS = texts<Words>({
  'pt-BR': {
    names: {
      bacen: 'API Pix do Banco Central (bacen)',
      paggue: 'Paggue (paggue)',
      pay2m: 'Pay2m (pay2m)',
      static: 'Código fixo da chave (static)',
      sandbox: 'Banco de teste (sandbox)',
    },
    about: {
      bacen:
        'Fala a API Pix, que os bancos oferecem. Cobranças, confirmações, devoluções e a lista de recebimentos funcionam sozinhas.',
      paggue:
        'Cobra e confirma sozinho. Não há como cancelar um código nem devolver por aqui: devoluções são feitas no portal e confirmadas em Pendências.',
      pay2m:
        'Cobra e confirma sozinho. Um código termina em até uma hora. Devoluções são feitas no portal e confirmadas em Pendências.',
      static:
        'Faz códigos da sua chave PIX e não pergunta a ninguém: você confere o extrato e marca cada pedido como pago. Devoluções são feitas à mão.',
      sandbox: 'O banco de desenvolvimento: não move dinheiro, e em produção é recusado.',
    },
  },
  en: {
    names: {
      bacen: "The central bank's API Pix (bacen)",
      paggue: 'Paggue (paggue)',
      pay2m: 'Pay2m (pay2m)',
      static: 'Static code of the key (static)',
      sandbox: 'Test bank (sandbox)',
    },
    about: {
      bacen:
        'Speaks the API Pix, which banks offer. Charges, confirmations, refunds and the list of received payments work by themselves.',
      paggue:
        'Charges and confirms by itself. A code cannot be cancelled, nor money returned from here: refunds are made in its portal and confirmed in Open work.',
      pay2m:
        'Charges and confirms by itself. A code ends within an hour. Refunds are made in its portal and confirmed in Open work.',
      static:
        'Makes codes of your PIX key and asks nobody: you read your statement and mark each order as paid. Refunds are made by hand.',
      sandbox: 'The development bank: it moves no money, and is refused in production.',
    },
  },
});
