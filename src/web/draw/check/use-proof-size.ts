import { useEffect, useState } from 'preact/hooks';
import { useLanguage } from '../../common/language.js';
import { proofSize } from './load-proof.js';

const MEGABYTE = 1_000_000;

/** How much a proof takes to load, in bytes; undefined while nobody knows. */
export function useProofSize(path: string): number | undefined {
  const [size, setSize] = useState<number>();
  useEffect(() => {
    const stopping = new AbortController();
    proofSize(path, stopping.signal).then(setSize, () => setSize(undefined));
    return () => stopping.abort();
  }, [path]);
  return size;
}

/** `1,2 MB` of a number of bytes, in the reader's language. */
export function useSizeWords(): (bytes: number) => string {
  const language = useLanguage();
  return (bytes) => {
    const isLarge = bytes >= MEGABYTE;
    const unit = isLarge ? 'megabyte' : 'kilobyte';
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
    return format.format(isLarge ? bytes / MEGABYTE : Math.max(0.1, bytes / 1_000));
  };
}
