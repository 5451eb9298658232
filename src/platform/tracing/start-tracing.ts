import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { ExportResultCode } from '@opentelemetry/core';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../log.js';
import { NO_TRACER, type Step, type StepOptions, type Tracer } from '../tracer.js';
import type { TracingSettings } from '../tracing-settings.js';
import { within } from '../within.js';

const FLUSH_MS = 3_000;
const MAX_WAITING = 16_384;
const MAX_BATCH = 2_048;

export interface FollowedRequest {
  run(next: () => void): void;
  ended(status: number): void;
}

export interface Tracing {
  tracer: Tracer;
  /** A request's span, in the caller's trace if `traceparent` (W3C) names one. Undefined when it is not sampled. */
  received(name: string, attributes: Attributes, traceparent: string | undefined): FollowedRequest | undefined;
  logFields(): { trace_id: string; span_id: string } | undefined;
  /** Sends unsent spans, for three seconds at most. */
  stop(): Promise<void>;
}

/** Loads OpenTelemetry and sets none of its globals: a process may have several services. */
export async function startTracing(settings: TracingSettings, log: Log): Promise<Tracing> {
  const [api, sdk, core, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { url, headers, serviceName } = settings;
  const exporter = logExportFailures(new OTLPTraceExporter({ url, headers }), log, core.ExportResultCode);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: asSampler(sdk, settings),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING, maxExportBatchSize: MAX_BATCH })],
  });
  const spans = provider.getTracer('raffle-gateway');
  /** Undefined when it is not sampled. */
  const current = new AsyncLocalStorage<Context | undefined>();

  const begin = (name: string, { kind, attributes }: StepOptions, parent: Context): Span =>
    spans.startSpan(name, { kind: kind ? api.SpanKind[kind] : api.SpanKind.INTERNAL, ...(attributes && { attributes }) }, parent);
  const fail = (span: Span, reason: string): void => {
    span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.setAttribute('error.type', reason);
  };
  const stepOf = (span: Span): Step => ({
    set: (name, value) => void span.setAttribute(name, value),
    failed: (reason) => fail(span, reason),
  });
  const inSpan = async <Result>(span: Span, parent: Context, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await current.run(api.trace.setSpan(parent, span), work);
    } catch (error) {
      fail(span, reasonOf(error));
      throw error;
    } finally {
      span.end();
    }
  };

  const tracer: Tracer = {
    step(name, options, work) {
      const parent = current.getStore();
      if (!parent) return NO_TRACER.step(name, options, work);
      const span = begin(typeof name === 'string' ? name : name(), options, parent);
      return inSpan(span, parent, () => work(stepOf(span)));
    },
    root(name, options, work) {
      const span = begin(name, options, api.ROOT_CONTEXT);
      if (!span.isRecording()) return current.run(undefined, () => NO_TRACER.root(name, options, work));
      return inSpan(span, api.ROOT_CONTEXT, () => work(stepOf(span)));
    },
    here: () => current.getStore(),
    batch(name, first, work) {
      if (!first) return current.run(undefined, () => NO_TRACER.batch(name, first, work));
      const parent = first as Context;
      const span = begin(name, {}, parent);
      const join = (place: object | undefined): void => {
        const context = place && place !== first ? api.trace.getSpanContext(place as Context) : undefined;
        if (context) span.addLink({ context });
      };
      return inSpan(span, parent, () => work(join));
    },
  };

  return {
    tracer,
    received(name, attributes, traceparent) {
      const remote = traceparent === undefined ? null : core.parseTraceParent(traceparent);
      const parent = remote ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, isRemote: true }) : api.ROOT_CONTEXT;
      const span = spans.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent);
      if (!span.isRecording()) return undefined;
      const context = api.trace.setSpan(parent, span);
      return {
        run: (next) => current.run(context, next),
        ended(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) fail(span, String(status));
          span.end();
        },
      };
    },
    logFields() {
      const store = current.getStore();
      const known = store && api.trace.getSpanContext(store);
      return known && { trace_id: known.traceId, span_id: known.spanId };
    },
    async stop() {
      await within(FLUSH_MS, provider.shutdown(), 'the last traces').catch(() => undefined);
    },
  };
}

/** An error's text may contain data. */
function reasonOf(error: unknown): string {
  const { kind, code, name } = error as { kind?: unknown; code?: unknown; name?: unknown };
  return [kind, code, name].find((one): one is string => typeof one === 'string') ?? 'unknown';
}

type Sdk = typeof import('@opentelemetry/sdk-trace');

function asSampler(sdk: Sdk, { sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  const samplers = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const name = sampler.replace('parentbased_', '') as keyof typeof samplers;
  const root = samplers[name]();
  return sampler === name ? root : new sdk.ParentBasedSampler({ root });
}

export function logExportFailures(exporter: SpanExporter, log: Log, codes: typeof ExportResultCode): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        if (code === codes.FAILED && !isFailing)
          log.warn({ err: error, event: 'tracing.export.failed' }, 'traces could not be sent, and these are lost');
        isFailing = code === codes.FAILED;
        // Otherwise the SDK reports it again.
        done({ code: codes.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
