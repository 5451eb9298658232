/** Where a buyer chooses which messages come. The token is the link of a message. */
export const MESSAGES = '/mensagens';

export const messagesAddress = (token: string): string => `${MESSAGES}/${token}`;
