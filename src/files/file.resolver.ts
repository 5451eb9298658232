import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { UploadedFile as UploadedFileRow } from '../generated/prisma/client.js';
import { PageArgs } from '../graphql/connection.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { User } from '../users/user.type.js';
import * as files from './file.service.js';
import { openGraphUrlOf, sizesOf, urlOf } from './file.service.js';
import { UploadedFile, UploadedFileConnection } from './file.type.js';

@Resolver(() => UploadedFile)
export class FileResolver {
  @Query(() => UploadedFileConnection, { description: 'The uploaded pictures, newest first.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses()
  files(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return files.listFiles(ctx, page);
  }

  @Mutation(() => UploadedFile, {
    description:
      'Deletes an uploaded picture and returns it as it was. Browsers that have it may still show it. Refused while a raffle '
      + 'of any status uses it: give that raffle another picture first. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  deleteFile(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The picture's UUID." }) id: string) {
    return files.deleteFile(ctx, id);
  }

  @FieldResolver()
  url(@Root() file: UploadedFileRow, @Ctx() ctx: Context) {
    return urlOf(ctx.files, file);
  }

  @FieldResolver()
  sizes(@Root() file: UploadedFileRow, @Ctx() ctx: Context) {
    return sizesOf(ctx.files, file);
  }

  @FieldResolver()
  openGraphUrl(@Root() file: UploadedFileRow, @Ctx() ctx: Context) {
    return openGraphUrlOf(ctx.files, file);
  }

  @FieldResolver()
  sha256(@Root() file: UploadedFileRow) {
    return Buffer.from(file.sha256).toString('hex');
  }

  @FieldResolver(() => User, { nullable: true, description: 'The operator who uploaded it, a deleted one too.' })
  uploadedBy(@Root() file: UploadedFileRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(file.uploadedBy);
  }
}
