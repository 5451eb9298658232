import type { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../log.js';

/** An exporter whose failures are one line of the log until it succeeds again, however long that takes. */
export function tellFailures(exporter: SpanExporter, log: Log, codes: typeof ExportResultCode): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        if (code === codes.FAILED && !isFailing)
          log.warn({ err: error, event: 'tracing.export.failed' }, 'traces could not be sent, and these are lost');
        isFailing = code === codes.FAILED;
        // Nobody else is to tell of it.
        done({ code: codes.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
