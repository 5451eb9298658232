import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';

@ObjectType({ description: 'One size of an uploaded picture, a WebP file.' })
export class FileSize {
  @Field(() => String, { description: 'Where it is: for `srcset`.' })
  url: string;

  @Field(() => Int, { description: 'In pixels.' })
  width: number;

  @Field(() => Int, { description: 'In pixels.' })
  height: number;
}

@ObjectType({
  description: 'A picture that an operator uploaded with `POST /v1/raffles/upload`. What is at its addresses never changes.',
})
export class UploadedFile {
  @Field(() => ID, { description: "The picture's UUID." })
  id: string;

  @Field(() => String, { description: 'Where its largest size is: what `photoUrl` of a raffle takes.' })
  url: string;

  @Field(() => Int, { description: 'Of the largest size, in pixels: at most 1280.' })
  width: number;

  @Field(() => Int, { description: 'Of the largest size, in pixels.' })
  height: number;

  @Field(() => Int, { description: 'Of the largest size.' })
  bytes: number;

  @Field(() => [FileSize], {
    description: 'Its sizes, at most 3: 320, 640 and 1280 pixels wide, or up to its own width. Narrowest first.',
    complexity: 6,
  })
  sizes: FileSize[];

  @Field(() => String, { description: 'Where it is cut to 1200 by 630 pixels, a JPEG file: for `og:image`.' })
  openGraphUrl: string;

  @Field(() => String, { description: 'The SHA-256 of the file that was uploaded, in hexadecimal.' })
  sha256: string;

  @Field(() => Date, { description: 'When it was uploaded (ISO 8601 UTC).' })
  createdAt: Date;
}

export const UploadedFileConnection = Connection(() => UploadedFile, 'UploadedFile');
