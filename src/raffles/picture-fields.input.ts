import { ArrayMaxSize, MaxLength } from 'class-validator';
import { IsAddress } from '../graphql/is-address.js';
import { textOf } from '../platform/domain-error.js';
import type { FieldDeclaration } from './field-declaration.input.js';
import { IsVideo } from './is-video.js';

const MAX_LENGTH = 500;

const all = { each: true, context: textOf('raffles.allPictures', { max: MAX_LENGTH }) };

/** What a raffle shows: it may change at any time. */
export const PICTURE_FIELDS = {
  photoUrl: {
    type: () => String,
    description: 'The URL of the main picture.',
    input: 'http or https, at most 500 characters.',
    rules: [MaxLength(MAX_LENGTH), IsAddress({ mayBePlain: true })],
  },
  galleryUrls: {
    type: () => [String],
    description: 'The URLs of further pictures, in this sequence, at most 8.',
    input: 'Each http or https, at most 500 characters.',
    rules: [ArrayMaxSize(8), MaxLength(MAX_LENGTH, all), IsAddress({ mayBePlain: true }, all)],
    complexity: 10,
  },
  videoUrl: {
    type: () => String,
    description: 'The URL of a video on YouTube or Vimeo.',
    input: 'https, at most 500 characters.',
    rules: [MaxLength(MAX_LENGTH), IsVideo()],
  },
} satisfies Record<string, FieldDeclaration>;
