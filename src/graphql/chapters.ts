import { LIMITS } from './limits.js';

const thousands = (count: number): string => count.toLocaleString('en-US');

const QUERY = `Operations that read data and change nothing. Begin here: this text says what holds for all operations. How to buy is at Mutation, how to follow a change at Subscription.

**Sending.** POST to \`/graphql\` with the JSON \`{ "query", "variables", "operationName" }\`, of at most ${thousands(LIMITS.bodyBytes)} bytes. A list that is sent has at most ${thousands(LIMITS.listItems)} items. The same operations are at REST addresses, listed in \`/openapi.json\`.

**Logging in.** Each operation ends with its roles: PUBLIC needs no token, USER is a buyer, ADMIN an operator. A buyer gets tokens by \`createCustomer\` or \`userLogin\`, an operator by \`adminLogin\`. Send \`Authorization: Bearer <accessToken>\`. Before the access token expires call \`refreshSession\`, with or without that header. A token that does not hold refuses the whole request with status 401, unless all that is asked is PUBLIC (but not a token of an integration): that is answered as to anybody, with the header \`WWW-Authenticate\`.

**Lists.** A long list comes in pages: ask for \`first\` items, then pass \`pageInfo.endCursor\` as \`after\` while \`pageInfo.hasNextPage\` is true. A cursor is good for the list that returned it, and may be kept.

**Values.** Money is decimal text in reais. Times are ISO 8601 in UTC. Ids are text, and opaque but where their field says more. A text that is sent may have letters of any language and emoji, but no control characters, no more than three accents on one letter, and, where it is one line, no line break and nothing that nobody sees; one of spaces alone is refused. A field that may be null and whose text names no null is null only where it failed, and then \`errors\` says why.

**Errors.** Each of \`errors\` has a \`message\` for people and a code in \`extensions.code\`. What was wrong with each field of an input is in \`extensions.fields\`, as lists of texts by its name, where it is known. Any operation can answer:
- BAD_USER_INPUT: something that was sent is not valid. Correct it.
- UNAUTHENTICATED: there is no token, or one that is not valid or was ended. Log in.
- TOKEN_EXPIRED: the time of the token is over. Refresh the session, or log in where that answers the same.
- FORBIDDEN: the operation is not for this role.
- QUERY_TOO_COMPLEX: too much is requested at once. A request has at most ${LIMITS.rootFields} operations, ${LIMITS.depth} levels, ${thousands(LIMITS.tokens)} tokens and a cost of ${thousands(LIMITS.cost)}: a field costs one or more, and a page counts with its size.
- UNAVAILABLE: the service or its database is busy. Try again after the seconds in the \`Retry-After\` header.
- INTERNAL_SERVER_ERROR: the service is at fault. Try again.

Others are named where they can happen, with their cause. NOT_FOUND: there is no such record, or none that the caller may see. CONFLICT: the record does not allow it as it stands. SOLD_OUT: too few quotas are left. RATE_LIMITED: too often; \`Retry-After\` says when to try again. IDEMPOTENCY_MISMATCH: the key came with other input before. PAYMENT_PROVIDER_UNAVAILABLE: a payment provider does not answer; try again, or choose another. A document that the schema does not allow answers a code of GraphQL's own, such as GRAPHQL_VALIDATION_FAILED.`;

const MUTATION = `Operations that change data. Each one takes effect completely or not at all. Send one in a request: of several, one that fails ends the request with \`data\` null, though those before it took effect. Any of them can also answer the error codes that Query lists. After UNAVAILABLE nothing was changed, unless its message says otherwise.

**Buying.** A buyer finds a raffle with \`raffles\` or \`raffle\`, asks for the price with \`orderPrice\`, and reserves quotas with \`createOrder\`. The order waits for its payment until \`expiresAt\`. Show its \`qrCodeContent\`, or \`qrCodeImage\`; while they are null, the subscription \`orderStatus\` brings them. It also says when the order is PAID: then \`luckyNumbers\` has its numbers. An order that costs nothing is PAID at once.

**Repeating.** Where an answer was lost, an operation that is "safe to repeat" is called again as it was. What creates something that must be unique, such as an account, is refused when it comes again: it is there already. \`createOrder\`, \`createOrderWithoutPaymentGateway\` and \`refundOrder\` take an \`Idempotency-Key\` header for that: 1 to 255 visible ASCII characters without spaces, new for each purpose. A key belongs to the caller who sent it, and is kept for seven days.

**Audited.** What an audited operation did is in \`auditLog\`, for owners: who did it, when, and what it was before.`;

const SUBSCRIPTION = `Streams of changes, over WebSocket (protocol graphql-transport-ws) at the same path as queries, \`/graphql\`. The token goes into \`connectionParams\` as \`authorization\`, such as \`{ "authorization": "Bearer <accessToken>" }\`, within three seconds of connecting. Without one only PUBLIC subscriptions are served.

The connection closes with 4403 when its token is not valid, expires or is ended: refresh the session, then connect again. It closes with 1013 when the service is busy, and with 1001 when it restarts: connect again after some seconds. Each subscription begins with the present state, so that one who comes back has missed nothing.

Error codes are those of Query. A connection has at most 20 subscriptions; beyond that, or with too many of one account or network address, RATE_LIMITED. Queries and mutations are not served here.`;

/** What each root type says of itself: the chapters by which a reader of the schema finds the way in. */
export const CHAPTERS = { Query: QUERY, Mutation: MUTATION, Subscription: SUBSCRIPTION };
