/** Pixels. The largest size of a narrower picture has its own width. */
const WIDTHS = [320, 640, 1280];
const WIDEST = 1280;

export const OPEN_GRAPH = { width: 1200, height: 630 };

const OPEN_GRAPH_END = '-og.jpg';
/** `<id>-<width>.webp` or `<id>-og.jpg`. */
const NAME = /^([\w-]{22})-(?:[1-9]\d{0,3}\.webp|og\.jpg)$/;
/** `<PUBLIC_URL>/files/<id>-<width>.webp`. */
const ADDRESS = /^(https?:\/\/[^?#]+\/files\/)([\w-]{22})-([1-9]\d{0,3})\.webp$/;

export function widthsOf(width: number): number[] {
  const widest = Math.min(width, WIDEST);
  return [...WIDTHS.filter((one) => one < widest), widest];
}

export const heightAt = (width: number, of: { width: number; height: number }): number =>
  Math.max(1, Math.round((of.height * width) / of.width));

/** `id`: 128 random bits in base64url, 22 characters. */
export const sizeName = (id: string, width: number): string => `${id}-${width}.webp`;

export const openGraphName = (id: string): string => `${id}${OPEN_GRAPH_END}`;

export const namesOf = (id: string, width: number): string[] => [
  ...widthsOf(width).map((one) => sizeName(id, one)),
  openGraphName(id),
];

export function parseName(name: string): { id: string; type: 'image/webp' | 'image/jpeg' } | undefined {
  const id = NAME.exec(name)?.[1];
  return id === undefined ? undefined : { id, type: name.endsWith(OPEN_GRAPH_END) ? 'image/jpeg' : 'image/webp' };
}

/** From the address of a picture's largest size, on any host: the service may have had another name. */
export function uploadedPicture(
  url: string,
): { id: string; sizes: { url: string; width: number }[]; openGraphUrl: string } | undefined {
  const [, folder = '', id = '', width] = ADDRESS.exec(url) ?? [];
  if (width === undefined) return undefined;
  return {
    id,
    sizes: widthsOf(Number(width)).map((one) => ({ url: `${folder}${sizeName(id, one)}`, width: one })),
    openGraphUrl: `${folder}${openGraphName(id)}`,
  };
}

/** Undefined for a picture from elsewhere. */
export function srcSetOf(url: string): string | undefined {
  return uploadedPicture(url)
    ?.sizes.map((size) => `${size.url} ${size.width}w`)
    .join(', ');
}

/** For messengers: the cropped size; a foreign picture as it is. */
export function sharedPicture(url: string | null): string | undefined {
  if (url === null) return undefined;
  return uploadedPicture(url)?.openGraphUrl ?? url;
}
