import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';

/**
 * A PIX key as the DICT and API Pix write it: a CPF or CNPJ without punctuation, a phone as +55..., e-mail and random key in
 * lower case. A text that is no known form of a key comes back as it is, for the provider to refuse.
 */
export function canonicalPixKey(key: string): string {
  return getPixKeyInfo(key)?.value ?? key;
}
