import { LIMITS } from '../graphql/limits.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../platform/page.js';

/** What `/openapi.json` says of all routes together, as Markdown. */
export const DESCRIPTION = `The REST routes of the raffle service. The same operations, and more, are at \`/graphql\`; their descriptions here are the same, and name some of them by what they are called there, such as \`createOrder\`.

**Logging in.** \`POST /auth/v1/user/login\` (a buyer) and \`POST /auth/v1/admin/login\` (an operator) answer an access token and a refresh token. Send \`Authorization: Bearer <accessToken>\`. Every path under \`/v1\` needs the access token of a buyer or an operator, whatever the roles of its operation. What is for anyone (PUBLIC) is once more under \`/public/v1\`, without a token: signing up, raffles and their prices, prizes and winners, and what the site says. \`POST /auth/v1/refresh\` brings new tokens for the refresh token, before or after the access token has expired. USER is a buyer, ADMIN an operator, CLIENT an integration of the deprecated group.

**Bodies.** JSON objects with \`Content-Type: application/json\`, of at most ${LIMITS.bodyBytes.toLocaleString('en-US')} bytes. Fields and parameters that are not listed are refused.

**Money** is BRL as decimal text, such as "12.50"; only the deprecated group has whole centavos. **Times** are ISO 8601 in UTC, **dates** YYYY-MM-DD.

**Pages.** A list that may be long is answered as \`{ "data", "pageInfo" }\`: \`first\` items (1 to ${MAX_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} by default). Pass \`pageInfo.endCursor\` as \`after\` while \`pageInfo.hasNextPage\` is true. Lists with \`last\` and \`before\` are read from their end, too: pass \`pageInfo.startCursor\` as \`before\` while \`pageInfo.hasPreviousPage\` is true. \`total=true\` adds \`totalCount\`.

**Errors.** \`{ "error", "statusCode", "code", "message" }\`, where \`message\` is a text or the problems of each field by its name; then \`problems\` has the same for programs, by field a list of \`{ "rule", "params", "message" }\`. All that is wrong with a request is told at once. Messages are in English, or in Portuguese where \`Accept-Language\` asks for it; codes, rules and parameters are the same in both. The deprecated group has neither \`code\` nor \`problems\`, and answers in English. The codes that descriptions name are these statuses: BAD_USER_INPUT and QUERY_TOO_COMPLEX 400, UNAUTHENTICATED and TOKEN_EXPIRED 401, FORBIDDEN 403, NOT_FOUND 404, CONFLICT and SOLD_OUT 409, IDEMPOTENCY_MISMATCH 422, RATE_LIMITED 429, INTERNAL_SERVER_ERROR 500, PAYMENT_PROVIDER_UNAVAILABLE 502, UNAVAILABLE 503; a request that reaches none has METHOD_NOT_ALLOWED 405, PAYLOAD_TOO_LARGE 413, UNSUPPORTED_MEDIA_TYPE 415 or BAD_REQUEST. An operation that lists fewer refusals answers 400 in place of the others. After 429 and 503 wait as many seconds as \`Retry-After\` says.

**Asking us about a request.** Every answer has an \`X-Request-Id\`, and a 500 says it in \`requestId\` too, except in the deprecated group: tell us that number. It is yours where you send one of 1 to 128 letters, digits and \`. _ : -\`, else a new one.

**Repeating.** Where an answer was lost, repeat what is "safe to repeat" as it was. Routes that take an \`Idempotency-Key\` header do once what comes again with the same key and body. A key belongs to the caller who sent it, and is kept for seven days.

**Deprecation.** What is deprecated is marked \`deprecated\` here, and each of its answers has the headers \`Deprecation\` and \`Sunset\`, the day until which it is there at least.`;

/** What `/openapi.json` says of the parameter `total`. */
export const TOTAL_DESCRIPTION =
  'With `true` the rows of the whole list are counted, and `totalCount` is answered with the page. The more there are, the longer it '
  + 'takes: ask with the first page, not with each.';

/** What the routes of one tag are about; a tag that has no line here does not start. */
export const TAGS: Readonly<Record<string, string>> = {
  'audit-log': 'What operators and the service did by hand, with who and when.',
  auth: 'Logging in, refreshing a session and logging out. Needs no access token.',
  'awarded-boxes': 'Prizes that are hidden in boxes, and the boxes that paid orders receive.',
  'awarded-boxes-combo': 'How many boxes an order of so many quotas receives.',
  faqs: 'Questions that are often asked, and their answers.',
  'lucky-numbers': 'The lucky numbers of orders and buyers, and whose a number is.',
  metrics: 'How sales stand, for operators, and what waits for them.',
  notifications: 'What visitors of the site are told for a time.',
  orders: 'Buying quotas: orders, their PIX codes, payment, cancelling and refunds.',
  'payment-gateway': 'Trying a payment provider out: its token, a charge, and where it calls back.',
  payments: 'Payments that arrived, late ones, payment providers and the reconciliation with them.',
  promotions: 'Lower prices and bonus quotas for orders of some size.',
  provider: 'The deprecated group of integrations that charge by PIX themselves. Amounts are whole centavos.',
  'quota-prizes': 'Lucky numbers that have a prize of their own.',
  'raffle-categories': 'What raffles are grouped by.',
  raffles: 'Raffles, with what belongs to one: price, promotions, prizes, winners, pictures and files.',
  referrals: 'What users earn by referring buyers, and what was paid out.',
  settings: 'Whose site it is and what it says.',
  tracking: 'The ids of the tools that count visitors of the site.',
  users: 'Accounts of buyers and operators, their sessions and their data.',
  webhooks: 'Where events are sent to, and what was sent.',
  winners: 'Who won prizes, over all raffles.',
};
