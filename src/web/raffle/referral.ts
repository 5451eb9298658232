/** Who sent the buyer here, `?ref=` of the link they followed: remembered for the tab, for they may look around first. */
export function referralOf(raffleId: string): string | undefined {
  const name = `raffle-gateway.referral.${raffleId}`;
  const given = new URLSearchParams(location.search).get('ref') || undefined;
  try {
    if (given) sessionStorage.setItem(name, given);
    return given ?? sessionStorage.getItem(name) ?? undefined;
  } catch {
    return given;
  }
}
