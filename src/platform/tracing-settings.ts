import type { SettingReader } from './setting-reader.js';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracingSettings {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** `parentbased_...`: as the caller's own trace says. */
  sampler: (typeof SAMPLERS)[number];
  /** 0 to 1: the share of traces that a `...traceidratio` keeps. */
  ratio: number;
}

/** Reads OpenTelemetry's own variables; undefined without an endpoint. */
export function readTracingSettings(read: SettingReader, problem: (sentence: string) => void): TracingSettings | undefined {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'raffle-gateway';
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on');
  const ratio = Number(read.text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) problem('OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1.');
  const headers = readHeaders(read.list('OTEL_EXPORTER_OTLP_HEADERS'), () =>
    problem('OTEL_EXPORTER_OTLP_HEADERS must list headers as name=value, comma separated, values percent-encoded.'),
  );
  return endpoint === undefined ? undefined : { url: `${endpoint}/v1/traces`, headers, serviceName, sampler, ratio };
}

function readHeaders(pairs: readonly string[], isWrong: () => void): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(pair) ?? [];
    try {
      if (name === undefined || value === undefined) throw new Error('not a pair');
      headers[name] = decodeURIComponent(value);
    } catch {
      isWrong();
    }
  }
  return headers;
}
