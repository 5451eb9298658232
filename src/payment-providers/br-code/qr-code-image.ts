import { toDataURL } from 'qrcode';

/**
 * The QR picture of a BR Code: a PNG as a `data:image/png;base64,` URL, error correction M, with the quiet zone of four
 * modules that scanners need. A BR Code has at most 512 characters and always fits. Rejects an empty payload.
 */
export function qrCodeImage(payload: string): Promise<string> {
  return toDataURL(payload, { type: 'image/png', errorCorrectionLevel: 'M', margin: 4 });
}
