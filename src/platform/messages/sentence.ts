/** What is wrong with a field: the rule's name for programs, the sentence as it is thrown, and in Portuguese. */
export type ProblemSentence = readonly [rule: string, english: string, portuguese: string];

/** Why something is refused: the sentence as it is thrown, and in Portuguese. */
export type RefusalSentence = readonly [english: string, portuguese: string];
