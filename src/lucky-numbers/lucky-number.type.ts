import { Connection } from '../graphql/connection.js';

export const LuckyNumberConnection = Connection<string>(() => String, 'LuckyNumber');
