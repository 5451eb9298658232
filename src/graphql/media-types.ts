import Negotiator from 'negotiator';

/** The types that Apollo answers with, in its order. */
const MEDIA_TYPES = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];

/** The media type that answers a request with this `Accept`. Throws 406, before anything is run, when none of ours is accepted. */
export function mediaTypeFor(accept = '*/*'): string {
  const mediaType = new Negotiator({ headers: { accept: accept || '*/*' } }).mediaType(MEDIA_TYPES);
  if (!mediaType) throw new NotAcceptableError();
  return mediaType;
}

class NotAcceptableError extends Error {
  readonly statusCode = 406;

  constructor() {
    super(
      'The Accept header takes neither application/json nor application/graphql-response+json, and answers are nothing else.',
    );
  }
}
