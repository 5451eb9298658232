/** Texts of the operator's that have a page of their own, where there are any, and where it is. */
export const TEXT_PAGES = { faq: '/faq', about: '/sobre', terms: '/termos', privacy: '/privacidade' } as const;

export type TextPageName = keyof typeof TEXT_PAGES;
