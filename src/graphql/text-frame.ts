const FINAL_TEXT = 0x81;
/** Above what one byte tells, two follow that tell the length; above what they tell, eight. */
const [TWO_BYTES, EIGHT_BYTES] = [126, 127];

const NOTHING = Buffer.alloc(0);

/** A whole text message of a server: one frame that is not masked (RFC 6455, 5.2). `rest` is UTF-8, the same for many frames. */
export function textFrame(text: string, rest: Buffer = NOTHING): Buffer {
  const length = Buffer.byteLength(text) + rest.length;
  const head = length < TWO_BYTES ? 2 : length < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = TWO_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(rest, head + frame.write(text, head));
  return frame;
}
