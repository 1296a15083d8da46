import { createMetrics, type Metrics } from './metrics.ts'
import type { TracingSettings } from '../config/observability-settings.ts'
import { openOtlpTracing } from './otlp-tracing.ts'
import { quietTracing, type Tracing } from './tracing.ts'

/** What a server tells about its own work: figures always, traces where somebody collects them. */
export interface Observability {
  readonly metrics: Metrics
  readonly tracing: Tracing
}

/** Unread metrics and no traces: for tests and tools. */
export const quietObservability = (): Observability => ({ metrics: createMetrics(), tracing: quietTracing })

export async function openObservability(tracing: TracingSettings | undefined): Promise<Observability> {
  return {
    metrics: createMetrics(),
    tracing: tracing === undefined ? quietTracing : await openOtlpTracing(tracing),
  }
}
