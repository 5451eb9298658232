import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';

@ObjectType({ description: 'One size of an uploaded picture, a WebP file.' })
export class FileSize {
  @Field(() => String, { description: 'The address of the file: for `srcset`.' })
  url: string;

  @Field(() => Int, { description: 'The width, in pixels.' })
  width: number;

  @Field(() => Int, { description: 'The height, in pixels.' })
  height: number;
}

@ObjectType({
  description:
    'A picture that an operator uploaded with `POST /v1/raffles/upload`: 1 to 4 files of at most 10,485,760 bytes each, as `file` of a '
    + 'multipart/form-data body; JPEG, PNG, WebP, AVIF or GIF. It was encoded again in the sizes below. What is at its addresses never changes.',
})
export class UploadedFile {
  @Field(() => ID, { description: "The picture's UUID." })
  id: string;

  @Field(() => String, { description: 'The address of its largest size: send it as `photoUrl` of a raffle.' })
  url: string;

  @Field(() => Int, { description: 'The width of the largest size, in pixels: at most 1280.' })
  width: number;

  @Field(() => Int, { description: 'The height of the largest size, in pixels.' })
  height: number;

  @Field(() => Int, { description: 'How large the file of the largest size is, in bytes.' })
  bytes: number;

  @Field(() => [FileSize], {
    description: 'Its sizes, at most 3: 320, 640 and 1280 pixels wide, or up to its own width. Narrowest first.',
    complexity: 6,
  })
  sizes: FileSize[];

  @Field(() => String, {
    description: 'The address of a JPEG file of it, cut to 1200 by 630 pixels: for `og:image`, which messengers show of a link.',
  })
  openGraphUrl: string;

  @Field(() => String, { description: 'The SHA-256 of the file that was uploaded, in hexadecimal.' })
  sha256: string;

  @Field(() => Date, { description: 'When it was uploaded (ISO 8601 UTC).' })
  createdAt: Date;
}

export const UploadedFileConnection = Connection(() => UploadedFile, 'UploadedFile');
