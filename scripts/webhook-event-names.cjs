/** A plugin of codegen: the kinds of webhook events with their `type` in a body, which begins each value's description. */
module.exports.plugin = (schema) => {
  const values = schema.getType('WebhookEventType').getValues();
  const names = Object.fromEntries(values.map(({ name, description }) => [name, /^`([^`]+)`/.exec(description)[1]]));
  return `export const WEBHOOK_EVENT_NAMES = ${JSON.stringify(names, null, 2)} as const;\n`;
};
