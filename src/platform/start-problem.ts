/** Why a start fails, in words for its operator, with the way out; printed without a stack. */
export class StartProblem extends Error {}
