import { ValidateBy } from 'class-validator';
import { textOf } from '../platform/domain-error.js';
import { addressProblem } from '../platform/text-problem.js';

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PATH = /^\/(?:shorts|live|embed)\/([\w-]{11})\/?$/;
/** The second part is the key of a video that is not listed. */
const VIMEO_PATH = /^\/\d{1,12}(?:\/[\da-f]{6,20})?\/?$/;

/** https, on YouTube or Vimeo, with the id of a video. */
export function IsVideo(): PropertyDecorator {
  return ValidateBy(
    { name: 'isVideo', validator: { validate: (text: unknown) => isVideo(text as string) } },
    { context: textOf('raffles.video') },
  );
}

function isVideo(address: string): boolean {
  if (addressProblem(address)) return false;
  const { origin, pathname, searchParams } = new URL(address);
  switch (origin) {
    case 'https://vimeo.com':
    case 'https://www.vimeo.com':
      return VIMEO_PATH.test(pathname);
    case 'https://youtu.be':
      return YOUTUBE_ID.test(pathname.slice(1));
    case 'https://youtube.com':
    case 'https://www.youtube.com':
    case 'https://m.youtube.com':
      return pathname === '/watch' ? YOUTUBE_ID.test(searchParams.get('v') ?? '') : YOUTUBE_PATH.test(pathname);
    default:
      return false;
  }
}
