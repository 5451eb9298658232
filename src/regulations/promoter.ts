import type { Context } from '../context.js';
import type { Raffle, SiteSettings } from '../generated/prisma/client.js';

/** Who answers for a raffle before the law. */
export interface Promoter {
  name: string | null;
  cnpj: string | null;
}

/** Null where the law asks for none, and until the settings name the company. They need not show it elsewhere. */
export async function findPromoter(
  ctx: Pick<Context, 'site'>,
  raffle: Pick<Raffle, 'certificateCode' | 'quotaPrice'>,
): Promise<Promoter | null> {
  if (raffle.quotaPrice === 0n && raffle.certificateCode === null) return null;
  return promoterIn(await ctx.site.settings());
}

function promoterIn({ companyName: name, cnpj }: Pick<SiteSettings, 'companyName' | 'cnpj'>): Promoter | null {
  return name === null && cnpj === null ? null : { name, cnpj };
}
