import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import type { ReadContender, ReadRequest } from './contenders.js';
import type { ReadName } from './reads.js';

const CHECKED_AT_ONCE = 8;

/** A read's requests for the load process, and the whole body that each is to be answered with. */
export interface CheckedRequests {
  requests: string[];
  bodies: string[];
}

/**
 * Asks a contender each request of a read once and keeps what it answers: nothing is written while it is measured, so every
 * answer to come is the same. Throws where it says something else than the bodies of `reference`, or an error.
 */
export async function checkRequests(
  contender: ReadContender,
  read: ReadName,
  reference: CheckedRequests | undefined,
): Promise<CheckedRequests> {
  const asked = contender.requests.get(read) ?? [];
  const bodies = await pMap(asked, (request) => answerTo(contender, request), { concurrency: CHECKED_AT_ONCE });
  for (const [i, body] of bodies.entries()) {
    // Through the contender's own eyes, which may see less.
    const [said, due] = [body, reference?.bodies[i] ?? body].map((text) => contender.says(read, JSON.parse(text)));
    if (isDeepStrictEqual(said, due)) continue;
    const texts = [said, due].map((value) => JSON.stringify(value).slice(0, 1_500));
    throw new Error(`${contender.name} answers something else for ${read}:\n${texts.join('\nwhere this is due:\n')}`);
  }
  return { requests: asked.map((request) => asText(contender.url, request)), bodies };
}

async function answerTo({ name, url }: ReadContender, { route, token, body }: ReadRequest): Promise<string> {
  const response = await fetch(new URL(route, url), {
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"errors":')) {
    throw new Error(`${name} answers ${route} with ${response.status}: ${text.slice(0, 500)}`);
  }
  return text;
}

function asText(url: string, { route, token, body }: ReadRequest): string {
  const content = body && JSON.stringify(body);
  return [
    `${content === undefined ? 'GET' : 'POST'} ${route} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'accept: application/json',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(content === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
    '',
    content ?? '',
  ].join('\r\n');
}
