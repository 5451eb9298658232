/** A plugin of codegen: the codes that an operation can answer besides the common ones, from the last line of its description. */
module.exports.plugin = (schema) => {
  const codes = {};
  const subscription = schema.getSubscriptionType();
  for (const root of [schema.getQueryType(), schema.getMutationType(), subscription]) {
    for (const { name, description } of Object.values(root.getFields())) {
      const declared = /^Errors: (.+)\.$/m.exec(description)?.[1].split(', ') ?? [];
      // A query and a subscription of one name share a row. Live subscriptions are limited.
      codes[name] = [...(codes[name] ?? []), ...declared, ...(root === subscription ? ['RATE_LIMITED'] : [])];
    }
  }
  const rows = Object.entries(codes).map(([name, of]) => {
    const union = [...new Set(of)].map((code) => `'${code}'`).join(' | ');
    return `  ${name}: ${union || 'never'};\n`;
  });
  return `export interface OperationErrors {\n${rows.join('')}}\n`;
};
