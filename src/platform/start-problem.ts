/** Why nothing can start as it is asked to, in words for whoever starts it, with the way out: no fault of ours, and no stack is of use. */
export class StartProblem extends Error {}
