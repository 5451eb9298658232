/** What a caller is told of a failure that nobody expected, beside `requestId`: nothing of the failure itself. */
export const UNEXPECTED =
  'Something went wrong on our side. Nothing is lost; try again. When it happens again, tell us the number of the request.';
