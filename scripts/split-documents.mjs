import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DOCUMENT =
  /^export const (\w+Document) = (\/\*#__PURE__\*\/ new TypedDocumentString\(`[^`]*`(?:, \{[^\n]*\})?\)) as unknown as TypedDocumentString<(\w+), (\w+)>;$\n?/gm;
const CLASS = /^export class TypedDocumentString<[^]*?^\}\n/m;
const IMPORTED_BY_CLASS = /^import type \{ DocumentTypeDecoration \} from '[^']+';\n/m;

/**
 * Gives each document a module of its own, which `operations.ts` exports as before: a bundler cannot part a module, so all pages that
 * share one would load the documents of all.
 */
export function splitDocuments(folder) {
  const file = path.join(folder, 'operations.ts');
  const documents = path.join(folder, 'documents');
  const text = readFileSync(file, 'utf8');
  const [ofClass] = CLASS.exec(text) ?? [];
  const [imported] = IMPORTED_BY_CLASS.exec(text) ?? [];
  if (!ofClass || !imported) throw new Error(`${file} has no class of documents`);
  rmSync(documents, { recursive: true, force: true });
  mkdirSync(documents);
  writeFileSync(path.join(folder, 'typed-document-string.ts'), `${imported}\n${ofClass}`);
  const names = [];
  const rest = text.replace(CLASS, '').replaceAll(DOCUMENT, (_, name, value, result, variables) => {
    names.push(name);
    const types = `import type { ${result}, ${variables} } from '../operations.js';\n`;
    const of = `import { TypedDocumentString } from '../typed-document-string.js';\n`;
    const exported = `export const ${name} = ${value} as unknown as TypedDocumentString<${result}, ${variables}>;\n`;
    writeFileSync(path.join(documents, `${name}.ts`), `${types}${of}\n${exported}`);
    return '';
  });
  if (names.length === 0 || /^export const \w+Document\b/m.test(rest)) throw new Error(`${file} has documents of another form`);
  const exports = names.map((name) => `export { ${name} } from './documents/${name}.js';\n`).join('');
  const head = `import { TypedDocumentString } from './typed-document-string.js';\nexport { TypedDocumentString };\n`;
  writeFileSync(file, `${head}${exports}${rest}`);
}
