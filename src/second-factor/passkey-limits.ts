export const MOST_PASSKEYS = 20;
export const LONGEST_NAME = 60;
/** Of an answer: the largest have an RSA key and a certificate of their maker, and are some kilobytes. */
export const LONGEST_ANSWER = 20_000;
