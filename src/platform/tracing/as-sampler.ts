import type { Sampler } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../tracing-settings.js';

type Sdk = typeof import('@opentelemetry/sdk-trace');

/** Which traces are kept. */
export function asSampler(sdk: Sdk, { sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  const samplers = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const name = sampler.replace('parentbased_', '') as keyof typeof samplers;
  const root = samplers[name]();
  return sampler === name ? root : new sdk.ParentBasedSampler({ root });
}
