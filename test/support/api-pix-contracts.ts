import { ownContract, type Contract } from './api-pix-contract.js';
import { officialContract } from './api-pix-official.js';

/** Where the official OpenAPI file of API Pix is, which is not ours to keep. */
export const officialFile = process.env.PIX_OPENAPI;
if (!officialFile) console.info('PIX_OPENAPI is not set: API Pix is checked against our own schemas, not the official file.');

/** What every exchange must keep: our own schemas, and the official file where there is one. */
export const contracts: Contract[] = [ownContract(), ...(officialFile ? [officialContract(officialFile)] : [])];
