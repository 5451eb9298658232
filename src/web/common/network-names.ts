import type { SocialNetwork } from '../../generated/client/operations.js';

/** What networks call themselves. */
export const NETWORK_NAMES: Record<SocialNetwork, string> = {
  INSTAGRAM: 'Instagram',
  FACEBOOK: 'Facebook',
  TIKTOK: 'TikTok',
  YOUTUBE: 'YouTube',
  TELEGRAM: 'Telegram',
  X: 'X',
};
