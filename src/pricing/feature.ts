import { defineFeature } from '../feature.js';
import { createPrices, type Prices } from './price.js';

declare module '../context.js' {
  interface App {
    prices: Prices;
  }
}

export const pricing = defineFeature('pricing', { parts: () => ({ prices: createPrices() }) });
