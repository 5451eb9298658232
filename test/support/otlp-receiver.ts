import { answerJson, startRemoteService } from './sandbox.js';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2 is an error. */
  status: number;
}

export interface OtlpReceiver {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT would be. */
  url: string;
  spans(): ReceivedSpan[];
  text(): string;
  headers(): Record<string, unknown>[];
  stop(): Promise<void>;
}

type Value = Record<string, unknown>;
interface SentSpan extends Omit<ReceivedSpan, 'attributes' | 'links' | 'status'> {
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

export async function startOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const service = await startRemoteService((_request, response) => answerJson(response, status, {}));
  return {
    url: service.url,
    spans: () =>
      service.received.flatMap(({ body }) => {
        const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(asReceived)));
      }),
    text: () => service.received.map(({ body }) => body).join('\n'),
    headers: () => service.received.map(({ headers }) => headers),
    stop: () => service.stop(),
  };
}

function asReceived({ traceId, spanId, parentSpanId, name, kind, attributes, links = [], status }: SentSpan): ReceivedSpan {
  const table = Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  return { traceId, spanId, parentSpanId, name, kind, attributes: table, links, status: status?.code ?? 0 };
}
