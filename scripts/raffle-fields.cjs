const { readFileSync } = require('node:fs');
const { buildSchema, getNamedType, isLeafType, parse } = require('graphql');

/** For codegen.yml: the fragment `RaffleFields`, all leaf fields of a raffle. A new one needs no line in the client's documents. */
module.exports = (schema) => {
  const fields = buildSchema(readFileSync(schema, 'utf8')).getType('Raffle').getFields();
  const names = Object.keys(fields).filter((name) => isLeafType(getNamedType(fields[name].type)));
  return parse(`fragment RaffleFields on Raffle { ${names.join(' ')} }`);
};
