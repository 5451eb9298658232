import type { SettingReader } from './setting-reader.js';

export interface S3Settings {
  /** Without the bucket and a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where anybody may read the bucket's files by name, without a trailing slash. */
  publicUrl: string | undefined;
}

const REQUIRED = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

/**
 * `<prefix>_ENDPOINT`, `_BUCKET`, `_REGION`, `_ACCESS_KEY_ID`, `_SECRET_ACCESS_KEY`, `_PUBLIC_URL`; undefined when none is set.
 */
export function readS3Settings(prefix: string, read: SettingReader, problem: (sentence: string) => void): S3Settings | undefined {
  const text = (name: string): string => read.text(`${prefix}_${name}`) ?? '';
  const url = (name: string): string | undefined => read.url(`${prefix}_${name}`, ['http:', 'https:']);
  if (![...REQUIRED, 'REGION', 'PUBLIC_URL'].some(text)) return undefined;
  for (const name of REQUIRED.filter((one) => !text(one)))
    problem(`${prefix}_${name} is required where another ${prefix} setting is there.`);
  const bucket = text('BUCKET');
  if (bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    problem(`${prefix}_BUCKET must be 3 to 63 small letters, digits, dots and hyphens, not "${bucket}".`);
  return {
    endpoint: url('ENDPOINT') ?? '',
    bucket,
    region: text('REGION') || 'us-east-1',
    accessKeyId: text('ACCESS_KEY_ID'),
    secretAccessKey: text('SECRET_ACCESS_KEY'),
    publicUrl: url('PUBLIC_URL'),
  };
}
