import { keysetList } from '../../platform/database/keyset-list.js';
import { statement } from '../../platform/database/statement.js';
import { UUID } from '../../platform/page.js';

/** A client as operators see it: no secret is in it. */
export interface ApiClientRow {
  id: string;
  companyId: number;
  name: string;
  clientKey: string;
  requiresSignature: boolean;
  /** Centavos. */
  balance: bigint;
  blockedAt: Date | null;
  createdAt: Date;
}

const COLUMNS = `
  id, company_id AS "companyId", name, client_key AS "clientKey", requires_signature AS "requiresSignature", balance,
  blocked_at AS "blockedAt", created_at AS "createdAt"`;

/** $1 id, $2 name, $3 client key, $4 hash of the client secret, $5 the signature secret sealed. */
export const insertApiClient = statement<ApiClientRow>(
  'insert_api_client',
  `
  INSERT INTO api_clients (id, name, client_key, client_secret_hash, sealed_signature_secret) VALUES ($1, $2, $3, $4, $5)
  RETURNING ${COLUMNS}`,
);

/** $1 id. */
export const selectApiClient = statement<ApiClientRow>('select_api_client', `SELECT ${COLUMNS} FROM api_clients WHERE id = $1`);

/** The same, until the transaction ends nobody else's to change. $1 id. */
export const lockApiClient = statement<ApiClientRow>(
  'lock_api_client',
  `
  SELECT ${COLUMNS} FROM api_clients WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Newest first, which is the order of their ids. */
export const apiClients = keysetList<ApiClientRow>({
  name: 'api_clients',
  columns: COLUMNS,
  from: 'api_clients',
  key: [['id', UUID, 'id']],
  order: 'DESC',
});

/** $1 id, $2 name, $3 whether calls must be signed, $4 since when it is blocked or null. */
export const updateApiClientRow = statement<ApiClientRow>(
  'update_api_client',
  `
  UPDATE api_clients SET name = $2, requires_signature = $3, blocked_at = $4, updated_at = now() WHERE id = $1
  RETURNING ${COLUMNS}`,
);

/** $1 id, $2 and $3 as in insert_api_client; null leaves the secret as it is. */
export const updateApiClientSecrets = statement<ApiClientRow>(
  'update_api_client_secrets',
  `
  UPDATE api_clients SET
    client_secret_hash = coalesce($2, client_secret_hash),
    sealed_signature_secret = coalesce($3, sealed_signature_secret),
    updated_at = now()
  WHERE id = $1 RETURNING ${COLUMNS}`,
);

/** What a login is checked against. $1 client key. */
export const selectApiClientLogin = statement<{
  id: string;
  companyId: number;
  clientSecretHash: Buffer;
  tokenVersion: number;
  blockedAt: Date | null;
}>(
  'select_api_client_login',
  `SELECT id, company_id AS "companyId", client_secret_hash AS "clientSecretHash", token_version AS "tokenVersion",
     blocked_at AS "blockedAt"
   FROM api_clients WHERE client_key = $1`,
);

/** What a call is checked against. $1 id. */
export const selectApiClientCaller = statement<{
  companyId: number;
  requiresSignature: boolean;
  sealedSignatureSecret: Buffer;
  tokenVersion: number;
  blockedAt: Date | null;
}>(
  'select_api_client_caller',
  `SELECT company_id AS "companyId", requires_signature AS "requiresSignature",
     sealed_signature_secret AS "sealedSignatureSecret", token_version AS "tokenVersion", blocked_at AS "blockedAt"
   FROM api_clients WHERE id = $1`,
);
