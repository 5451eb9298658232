import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** What an answer can be sent as, the preferred one first: the types that Apollo answers with, in its own order. */
const MEDIA_TYPES = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];
const ACCEPTS_KEPT = 100;
const KEPT_LENGTH = 200;

/**
 * Which of the media types a client that sends this `Accept` is answered with. Throws 406 when it takes none of them, before
 * anything is run. Those last sent are remembered: clients of one kind all send the same.
 */
export function createMediaTypes(): (accept: string | undefined) => string {
  const kept = new LRUCache<string, string>({ max: ACCEPTS_KEPT });
  return (sent) => {
    const accept = sent || '*/*';
    const known = kept.get(accept);
    if (known) return known;
    const mediaType = new Negotiator({ headers: { accept } }).mediaType(MEDIA_TYPES);
    if (!mediaType) throw new NotAcceptableError();
    if (accept.length <= KEPT_LENGTH) kept.set(accept, mediaType);
    return mediaType;
  };
}

class NotAcceptableError extends Error {
  readonly statusCode = 406;

  constructor() {
    super(
      'The Accept header takes neither application/json nor application/graphql-response+json, and answers are nothing else.',
    );
  }
}
