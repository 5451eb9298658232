import type { UploadedFile } from '../generated/prisma/client.js';
import { heightAt, openGraphName, sizeName, widthsOf } from '../pictures/picture-address.js';
import type { Files } from './files.js';

/** The size of a picture: its address, and pixels. */
export interface ShownSize {
  url: string;
  width: number;
  height: number;
}

/** The address of the largest size of a picture. */
export const urlOf = ({ urlOf: of }: Files, { name, width }: UploadedFile): string => of(sizeName(name, width));

export const openGraphUrlOf = ({ urlOf: of }: Files, { name }: UploadedFile): string => of(openGraphName(name));

/** Narrowest first. */
export function sizesOf({ urlOf: of }: Files, file: UploadedFile): ShownSize[] {
  return widthsOf(file.width).map((width) => ({ url: of(sizeName(file.name, width)), width, height: heightAt(width, file) }));
}
