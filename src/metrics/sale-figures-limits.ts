/** By rank. */
export const MOST_TOP_BUYERS = 10;
/** Listed before the rest. */
export const MOST_SOURCES = 50;
