import { fromHex } from './bytes.js';
import { parseManifest } from './manifest.js';
import { isIncluded, leafBytes } from './merkle.js';
import { hex, integer, list, record, text } from './read.js';
import { checklist, ensure, type Step } from './steps.js';

const MAX_PATH = 64;
const MAX_ORDER_ID = 2n ** 64n - 1n;

const readInclusion = record({
  leaf: record({
    firstOrdinal: integer(0, 9_999_999),
    count: integer(1, 10_000_000),
    orderId: text(/^(0|[1-9]\d{0,19})$/, 'order id, a number as text'),
    salt: hex(16),
  }),
  index: integer(0, 9_999_999),
  path: list(hex(32), MAX_PATH),
});

/**
 * Whether an order's block of ordinals takes part in the draw that a manifest's text froze. `inclusion` is what the order's buyer
 * was given, and may be any value: `{leaf: {firstOrdinal, count, orderId, salt}, index, path}`, the order id a text, salt and
 * path in hexadecimal.
 */
export function verifyInclusion(manifestText: string, inclusion: unknown): Step {
  const { steps, check } = checklist();
  check('inclusion', () => {
    const { merkleRoot, blocks, allocated, voided } = parseManifest(manifestText);
    const { leaf, index, path } = readInclusion(inclusion, 'inclusion');
    const { firstOrdinal, count, salt } = leaf;
    const orderId = BigInt(leaf.orderId);
    ensure(orderId <= MAX_ORDER_ID, 'inclusion.leaf.orderId does not fit 64 bits');
    ensure(firstOrdinal + count <= allocated, 'the block ends after the last allocated ordinal');
    const claim = { leaf: leafBytes({ firstOrdinal, count, orderId, salt: fromHex(salt) }), index, path: path.map(fromHex) };
    ensure(
      isIncluded({ root: fromHex(merkleRoot), count: blocks }, claim),
      `order ${leaf.orderId} with ${describe(firstOrdinal, count)} is not block ${index} of ${blocks} under the root ${merkleRoot}`,
    );
    const isVoided = voided.some(([first, quantity]) => first < firstOrdinal + count && firstOrdinal < first + quantity);
    const fate = isVoided ? 'it is voided and cannot win' : 'it takes part';
    return {
      value: true,
      detail: `order ${leaf.orderId}, ${describe(firstOrdinal, count)}, is block ${index} of ${blocks}: ${fate}`,
    };
  });
  return steps[0]!;
}

function describe(firstOrdinal: number, count: number): string {
  return `ordinals ${firstOrdinal} to ${firstOrdinal + count - 1}`;
}
