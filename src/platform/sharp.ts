/** The only libvips loaders that may read bytes. The first bytes decide the format, not the name. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadNsgifBuffer',
];

let loading: ReturnType<typeof load> | undefined;

/** Loaded on first use: it takes some megabytes. It works in threads of its own. */
export function loadSharp(): ReturnType<typeof load> {
  return (loading ??= load());
}

async function load() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
