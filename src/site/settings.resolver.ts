import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { adminOnly } from '../graphql/admin-only.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { UpdateSettingsInput, UpdateTrackingInfoInput } from './settings.input.js';
import * as settings from './settings.service.js';
import { Settings, TrackingInfo } from './settings.type.js';
import type { SiteSettings } from './site.js';

@Resolver(() => Settings)
export class SettingsResolver {
  @Query(() => Settings, {
    description:
      'The settings and texts of the site. For others than operators `notes` and `showCompany` are null, and the company '
      + 'data too while it is not shown.',
  })
  @Roles('PUBLIC')
  @Refuses()
  settings(@Ctx() ctx: Context) {
    return settings.findSettings(ctx);
  }

  @Mutation(() => Settings, {
    description: 'Changes the settings that are sent. Safe to repeat. Audited with the values before.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses()
  updateSettings(@Ctx() ctx: Context, @InputArg(() => UpdateSettingsInput) input: UpdateSettingsInput) {
    return settings.updateSettings(ctx, input);
  }

  @Query(() => TrackingInfo, {
    description: 'The ids of the tools that count the visitors of the site. Where a buyer came from is in `Order.tracking`.',
  })
  @Roles('PUBLIC')
  @Refuses()
  trackingInfo(@Ctx() ctx: Context) {
    return settings.findSettings(ctx);
  }

  @Mutation(() => TrackingInfo, {
    description:
      'Changes the tracking ids that are sent. Each must look like an id of its tool. Safe to repeat. Audited with the '
      + 'values before.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses()
  updateTrackingInfo(@Ctx() ctx: Context, @InputArg(() => UpdateTrackingInfoInput) input: UpdateTrackingInfoInput) {
    return settings.updateTrackingInfo(ctx, input);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The name of the company that runs the site. Null until it is set, and for the public unless `showCompany` is true.',
  })
  companyName(@Root() row: SiteSettings, @Ctx() ctx: Context) {
    return row.showCompany ? row.companyName : adminOnly(ctx, row.companyName);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The company's CNPJ, fourteen digits or capital letters without punctuation. Null until it is set, and for the public unless "
      + '`showCompany` is true.',
  })
  cnpj(@Root() row: SiteSettings, @Ctx() ctx: Context) {
    return row.showCompany ? row.cnpj : adminOnly(ctx, row.cnpj);
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: "Whether the public sees the company's name and CNPJ. Null for anyone but operators.",
  })
  showCompany(@Root() row: SiteSettings, @Ctx() ctx: Context) {
    return adminOnly(ctx, row.showCompany);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Notes among operators. Null until there are some, and for anyone but operators.',
    complexity: 8,
  })
  notes(@Root() row: SiteSettings, @Ctx() ctx: Context) {
    return adminOnly(ctx, row.notes);
  }
}
