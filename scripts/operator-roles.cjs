/** A plugin of codegen: which operators may ask for an operation, from the line of roles in its description. */
module.exports = {
  plugin(schema) {
    const all = schema
      .getType('OperatorRole')
      .getValues()
      .map(({ name }) => name);
    const rows = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
      Object.values(root.getFields()).flatMap(({ name, description }) => {
        const admins = /^Roles: .*\bADMIN(?: \(([^)]+)\))?/m.exec(description ?? '');
        if (!admins) return [];
        const roles = admins[1] ? admins[1].toUpperCase().split(', ') : all;
        return [`export const ${name}Roles: readonly OperatorRole[] = [${roles.map((role) => `'${role}'`).join(', ')}];\n`];
      }),
    );
    return { prepend: ["import type { OperatorRole } from './operations.js';\n"], content: rows.join('') };
  },
};
