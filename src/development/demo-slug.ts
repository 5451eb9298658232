/** Of the raffle that development starts with. */
export const DEMO_SLUG = 'demo';
