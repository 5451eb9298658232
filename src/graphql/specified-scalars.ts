import { isScalarType, type GraphQLSchema } from 'graphql';

/** The `full-date` and the `date-time` of RFC 3339. */
const RFC_3339 = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';

/** Says of the scalars that a standard describes which one: `@specifiedBy`. Money is the service's own. */
export function specifyScalars(schema: GraphQLSchema): void {
  for (const name of ['Date', 'DateTime']) {
    const scalar = schema.getType(name);
    if (isScalarType(scalar)) scalar.specifiedByURL = RFC_3339;
  }
}
