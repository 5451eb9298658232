/** Each export with the comment before it. */
const BLOCK = /\n(?=\/\*\*|export (?:type|const|class)|import )/;
const OF_DOCUMENTS = /(?:Document|Query|Mutation|Subscription|Fragment|Variables)$|^TypedDocumentString$/;
const SCALAR = /^ {2}(\w+): \{ input: (.+); output: (.+); \}$/gm;

/**
 * What codegen wrote, without the inputs and enums that no document uses, as it writes those of the whole schema, and with scalars named
 * by their types.
 */
export function smallTypes(written) {
  const blocks = [];
  let comment = '';
  const scalars = new Map([...written.matchAll(SCALAR)].map(([, name, input, output]) => [name, { input, output }]));
  const named = written.replaceAll(/\bScalars\['(\w+)'\]\['(\w+)'\]/g, (_, name, side) => scalars.get(name)[side]);
  for (const block of named.split(BLOCK)) {
    if (block.startsWith('/**') && !/^export /m.test(block)) comment += `${block}\n`;
    else {
      const text = comment + block;
      blocks.push({ text, name: /^export (?:type|const|class) (\w+)/m.exec(text)?.[1] });
      comment = '';
    }
  }
  const byName = new Map(blocks.flatMap((block) => (block.name ? [[block.name, block]] : [])));
  const used = new Set(blocks.filter(({ name }) => name === undefined || OF_DOCUMENTS.test(name)));
  // A set also yields what is added meanwhile.
  for (const { text } of used)
    for (const [word] of text.replaceAll(/\/\*\*[^]*?\*\/|'[^']*'|`[^`]*`/g, '').matchAll(/\w+/g))
      if (byName.has(word)) used.add(byName.get(word));
  return `${blocks.flatMap((block) => (used.has(block) ? [block.text] : [])).join('\n')}\n`;
}
