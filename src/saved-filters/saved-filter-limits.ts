export const LONGEST_NAME = 40;
export const LONGEST_QUERY = 500;
/** Of one list of one operator. */
export const MOST_FILTERS = 20;
