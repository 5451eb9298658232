import { LIMITS } from './limits.js';

const thousands = (count: number): string => count.toLocaleString('en-US');

const QUERY = `Operations that read data and change nothing. Begin here: this text holds for all operations. How to buy is described at Mutation, how to follow changes at Subscription.

**Sending.** POST to \`/graphql\` with the JSON \`{ "query", "variables", "operationName" }\`, of at most ${thousands(LIMITS.bodyBytes)} bytes. A list that is sent has at most ${thousands(LIMITS.listItems)} items. The same operations are at REST addresses, listed in \`/openapi.json\`.

**Logging in.** Each operation names its roles: PUBLIC needs no token, USER is a buyer, ADMIN an operator. A buyer gets tokens by \`createCustomer\` or \`userLogin\`, an operator by \`adminLogin\`. Send \`Authorization: Bearer <accessToken>\`. Before the access token expires call \`refreshSession\`, with or without that header. A token that does not hold refuses the whole request with status 401, unless everything in it is PUBLIC (but not a token of an integration): then it is answered as without a token, with the header \`WWW-Authenticate\`.

**Lists.** A long list comes in pages: ask for \`first\` items, then pass \`pageInfo.endCursor\` as \`after\` while \`pageInfo.hasNextPage\` is true. A cursor is good for the list that returned it, and may be kept.

**Values.** Money is decimal text in reais. Times are ISO 8601 in UTC. Ids are texts without meaning, unless their field says more. A text that is sent may have letters of any language and emoji, but no control characters, at most three accents on one letter and, where it is one line, no line breaks or invisible characters; one of spaces only is refused. A field that may be null, and whose description does not say when, is null only when it failed: then \`errors\` says why.

**Errors.** Each of \`errors\` has a \`message\` for people and a code in \`extensions.code\`. The problems of an input are in \`extensions.fields\`, as lists of texts by field, where they are known. Any operation can answer:
- BAD_USER_INPUT: something that was sent is not valid. Correct it.
- UNAUTHENTICATED: there is no token, or it is not valid or was ended. Log in.
- TOKEN_EXPIRED: the token has expired. Refresh the session, or log in where that answers the same.
- SECOND_FACTOR_REQUIRED: the operator has a second factor, so that a login needs it too; or their role demands one, so that they set it up first, see \`beginTotp\`.
- FORBIDDEN: the operation, or what was sent, is not for this role.
- QUERY_TOO_COMPLEX: too much is requested at once. A request has at most ${LIMITS.rootFields} operations, ${LIMITS.depth} levels, ${thousands(LIMITS.tokens)} tokens and a cost of ${thousands(LIMITS.cost)}: a field costs one or more, and a page counts with its size.
- RATE_LIMITED: your account or your address asked for too much, see the \`RateLimit\` header. Try again after the seconds in \`Retry-After\`.
- UNAVAILABLE: the service or its database is busy. Try again after the seconds in the \`Retry-After\` header.
- INTERNAL_SERVER_ERROR: the service is at fault. Try again.

Other codes stand in the last line of each operation that can answer them:
- STEP_UP_REQUIRED: an operator must prove again who they are, because the operation costs money or opens doors. Call \`confirmIdentity\`, or log in again, and repeat it.
- NOT_FOUND: there is no such record, or the caller may not see it.
- CONFLICT: the state of the record does not allow it.
- SOLD_OUT: fewer quotas are left that are not paid.
- RATE_LIMITED: too many of these calls. Try again after the seconds in \`Retry-After\`.
- IDEMPOTENCY_MISMATCH: the key was sent before with other input.
- PAYMENT_PROVIDER_UNAVAILABLE: a payment provider does not answer. Try again, or choose another.

A document that the schema does not allow answers a code of GraphQL, such as GRAPHQL_VALIDATION_FAILED.`;

const MUTATION = `Operations that change data. Each one takes effect completely or not at all. Send one in a request: of several, one that fails ends the request with \`data\` null, though those before it took effect. After UNAVAILABLE nothing was changed, unless its message says otherwise.

**Buying.** A buyer finds a raffle with \`raffles\` or \`raffle\`, asks for the price with \`orderPrice\`, and orders quotas with \`createOrder\`. The order waits for its payment until \`expiresAt\`; its \`reservation\` says whether its quotas are kept until then. Show its \`qrCodeContent\`, or \`qrCodeImage\`; while they are null, the subscription \`orderStatus\` brings them. It also says when the order is PAID: then \`luckyNumbers\` has its numbers. An order that costs nothing is PAID at once.

**Repeating.** When an answer was lost, call an operation that is "safe to repeat" again with the same input. An operation that creates something unique, such as an account, is refused the second time. \`createOrder\`, \`createOrderWithoutPaymentGateway\` and \`refundOrder\` take an \`Idempotency-Key\` header for that: 1 to 255 visible ASCII characters without spaces, new for each purpose. A key belongs to the caller who sent it, and is kept for seven days.

**Audited.** \`auditLog\` shows owners what an audited operation did: who called it, when, and the values before.`;

const SUBSCRIPTION = `Streams of changes, over WebSocket (protocol graphql-transport-ws) at the same path as queries, \`/graphql\`. The token goes into \`connectionParams\` as \`authorization\`, such as \`{ "authorization": "Bearer <accessToken>" }\`, within three seconds of connecting. Without one only PUBLIC subscriptions are served.

The connection closes with 4403 when its token is not valid, expires or is ended: refresh the session, then connect again. It closes with 1013 when the service is busy, and with 1001 when it restarts: connect again after some seconds. Each subscription begins with the present state, so that a client that comes back has missed nothing.

A connection has at most 20 subscriptions; beyond that, or with too many of one account or network address, the answer is RATE_LIMITED. Queries and mutations are not served here.`;

export const CHAPTERS = { Query: QUERY, Mutation: MUTATION, Subscription: SUBSCRIPTION };
