export const TEXT_PAGES = { faq: '/faq', about: '/sobre', terms: '/termos', privacy: '/privacidade' } as const;

export type TextPageName = keyof typeof TEXT_PAGES;
