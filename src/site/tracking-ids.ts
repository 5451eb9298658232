/** The ids of the tools that count a site's visitors: never a script. Null is none. */
export interface TrackingIds {
  metaPixelId: string | null;
  googleAnalyticsId: string | null;
  googleTagManagerId: string | null;
  googleAdsId: string | null;
  tiktokPixelId: string | null;
  kwaiPixelId: string | null;
}

/** What each looks like: nothing that ends an attribute or begins a script fits. */
export const TRACKING_PATTERNS = {
  metaPixelId: { pattern: /^\d{10,20}$/, like: '10 to 20 digits' },
  googleAnalyticsId: { pattern: /^G-[A-Z0-9]{4,20}$/, like: 'G- and capital letters or digits, like G-ABC1234567' },
  googleTagManagerId: { pattern: /^GTM-[A-Z0-9]{4,12}$/, like: 'GTM- and capital letters or digits, like GTM-ABC1234' },
  googleAdsId: { pattern: /^AW-\d{6,15}$/, like: 'AW- and digits, like AW-123456789' },
  tiktokPixelId: { pattern: /^[A-Z0-9]{16,32}$/, like: '16 to 32 capital letters and digits' },
  kwaiPixelId: { pattern: /^\d{6,24}$/, like: '6 to 24 digits' },
} as const satisfies { [Name in keyof TrackingIds]: { pattern: RegExp; like: string } };
