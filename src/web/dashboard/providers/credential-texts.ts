import { texts } from '../../common/language.js';
import type { Credential } from './adapters.js';

interface Words {
  names: Record<Credential, string>;
  hints: Partial<Record<Credential, string>>;
  title: string;
  about: string;
  kept: string;
  removed: string;
  replace: string;
  remove: string;
  keep: string;
  optional(name: string): string;
}

export const CREDENTIAL_TEXTS = texts<Words>({
  'pt-BR': {
    names: {
      clientId: 'Id do cliente',
      clientSecret: 'Segredo do cliente',
      signatureSecret: 'Segredo de assinatura',
      tokenUrl: 'Endereço do token',
      certificatePem: 'Certificado (PEM)',
      privateKeyPem: 'Chave privada (PEM)',
      caPem: 'Autoridades aceitas (PEM)',
    },
    hints: {
      clientSecret: 'Mande-o de novo se o endereço da API ou do token muda para outro servidor.',
      signatureSecret: 'Assina as nossas chamadas e os avisos do provedor.',
      tokenUrl: 'Só quando não é o de costume deste tipo.',
      certificatePem: 'Para TLS mútuo, junto com a chave privada.',
      privateKeyPem: 'Sem senha, junto com o certificado.',
      caPem: 'Em vez das autoridades de costume.',
    },
    title: 'Credenciais',
    about: 'São guardadas cifradas e nunca mostradas. O que está guardado fica como está, se você não substituir.',
    kept: 'Guardado',
    removed: 'Será removido ao salvar',
    replace: 'Substituir',
    remove: 'Remover',
    keep: 'Deixar como está',
    optional: (name) => `${name} (opcional)`,
  },
  en: {
    names: {
      clientId: 'Client id',
      clientSecret: 'Client secret',
      signatureSecret: 'Signature secret',
      tokenUrl: 'Token address',
      certificatePem: 'Certificate (PEM)',
      privateKeyPem: 'Private key (PEM)',
      caPem: 'Trusted authorities (PEM)',
    },
    hints: {
      clientSecret: 'Send it again when the address of the API or of the token moves to another host.',
      signatureSecret: "Signs our calls and the provider's callbacks.",
      tokenUrl: 'Only when it is not the usual one of this kind.',
      certificatePem: 'For mutual TLS, together with the private key.',
      privateKeyPem: 'Without a password, together with the certificate.',
      caPem: 'Instead of the usual authorities.',
    },
    title: 'Credentials',
    about: 'They are stored encrypted and never shown. What is stored stays as it is unless you replace it.',
    kept: 'Stored',
    removed: 'Will be removed when you save',
    replace: 'Replace',
    remove: 'Remove',
    keep: 'Leave as it is',
    optional: (name) => `${name} (optional)`,
  },
});
