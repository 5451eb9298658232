import { LIMITS } from '../graphql/limits.js';
import { DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE } from '../platform/page.js';

export const DESCRIPTION = `The REST routes of the raffle service. The same operations, and more, are at \`/graphql\`. Descriptions are the same at both, and use the names of GraphQL, such as \`createOrder\`.

**Logging in.** \`POST /auth/v1/user/login\` (a buyer) and \`POST /auth/v1/admin/login\` (an operator) return an access token and a refresh token. Send \`Authorization: Bearer <accessToken>\`. Every path under \`/v1\` needs the access token of a buyer or an operator, whatever the roles of its operation. PUBLIC operations are also under \`/public/v1\`, without a token: signing up, raffles and their prices, prizes and winners, and the texts of the site. \`POST /auth/v1/refresh\` returns new tokens for the refresh token, before or after the access token has expired. USER is a buyer, ADMIN an operator, CLIENT an integration of the deprecated group.

**Bodies.** JSON objects with \`Content-Type: application/json\`, of at most ${LIMITS.bodyBytes.toLocaleString('en-US')} bytes. Unknown fields and parameters are refused.

**Money** is BRL as decimal text, such as "12.50"; only the deprecated group has whole centavos. **Times** are ISO 8601 in UTC, **dates** YYYY-MM-DD.

**Pages.** A long list is returned in pages, \`{ "data", "pageInfo" }\`, of \`first\` items (1 to ${MAX_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} by default). Pass \`pageInfo.endCursor\` as \`after\` while \`pageInfo.hasNextPage\` is true. Lists with \`last\` and \`before\` can also be read from their end: pass \`pageInfo.startCursor\` as \`before\` while \`pageInfo.hasPreviousPage\` is true. \`total=true\` adds \`totalCount\`.

**Errors.** \`{ "error", "statusCode", "code", "message" }\`, where \`message\` is a text or the problems of each field. In the second case \`problems\` has the same for programs, by field a list of \`{ "rule", "params", "message" }\`. One answer has all problems of a request. Messages are in English, or in Portuguese when \`Accept-Language\` asks for it; codes, rules and parameters are the same in both. The deprecated group has neither \`code\` nor \`problems\`, and answers in English. The \`x-error-codes\` of an operation are the codes that it can answer. Their statuses: BAD_USER_INPUT and QUERY_TOO_COMPLEX 400, UNAUTHENTICATED and TOKEN_EXPIRED 401, FORBIDDEN and SECOND_FACTOR_REQUIRED and STEP_UP_REQUIRED 403, NOT_FOUND 404, CONFLICT and SOLD_OUT 409, IDEMPOTENCY_MISMATCH 422, RATE_LIMITED 429, INTERNAL_SERVER_ERROR 500, PAYMENT_PROVIDER_UNAVAILABLE 502, UNAVAILABLE 503; a request that reaches no operation has METHOD_NOT_ALLOWED 405, PAYLOAD_TOO_LARGE 413, UNSUPPORTED_MEDIA_TYPE 415 or BAD_REQUEST. After 429 and 503 wait as many seconds as \`Retry-After\` says.

**Asking us about a request.** Every answer has an \`X-Request-Id\`; a 500 has it in \`requestId\` too, except in the deprecated group. Tell us that number. You may send your own, of 1 to 128 letters, digits and \`. _ : -\`.

**Repeating.** When an answer was lost, repeat an operation that is "safe to repeat" with the same input. A route with an \`Idempotency-Key\` header does one thing for each key: the same key and body again return the first answer. A key belongs to the caller who sent it, and is kept for seven days.

**Deprecation.** Deprecated operations are marked \`deprecated\` here, and their answers have the headers \`Deprecation\` and \`Sunset\`, the day until which they stay at least.`;

export const TOTAL_DESCRIPTION =
  'With `true` the page has `totalCount`, the number of rows in the whole list. '
  + `At most ${MAX_COUNTED} rows are counted: ${MAX_COUNTED} means so many or more.`;
