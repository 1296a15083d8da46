import type { Context, Span } from '@opentelemetry/api'
import type { OpenSpan, SpanFacts, Tracing } from './tracing.ts'
import type { TracingSettings } from '../config/observability-settings.ts'

const EXPORT_EVERY_MS = 2_000

const EXPORT_LIMIT_MS = 5_000

/** The packages are loaded here and nowhere else, so that a server without traces does not wait for them. */
async function load() {
  const [api, sdk, contexts, resources, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  return { api, sdk, contexts, resources, exporter }
}

type Packages = Awaited<ReturnType<typeof load>>

/** Sends spans to a collector by OTLP over HTTP. A collector that is away costs nothing but its spans. */
export async function openOtlpTracing(settings: TracingSettings): Promise<Tracing> {
  const packages = await load()
  const { api, contexts } = packages
  const provider = openProvider(packages, settings)
  const tracer = provider.getTracer('dolphin')
  const manager = new contexts.AsyncLocalStorageContextManager().enable()
  const open = (name: string, facts: SpanFacts, parent: Context): OpenSpan => {
    const span = tracer.startSpan(name, { attributes: facts }, parent)
    const context = api.trace.setSpan(parent, span)
    return {
      traceId: span.spanContext().traceId,
      within: (work) => manager.with(context, work),
      end: (last = {}, failed = false) => endSpan(packages, span, last, failed),
    }
  }
  const run = async <T>(span: OpenSpan, work: () => Promise<T>): Promise<T> => {
    try {
      const value = await span.within(work)
      span.end()
      return value
    } catch (error) {
      span.end({ 'error.type': error instanceof Error ? error.name : typeof error }, true)
      throw error
    }
  }
  return {
    begin: (name, facts) => open(name, facts, api.ROOT_CONTEXT),
    span: (name, facts, work) => run(open(name, facts, manager.active()), work),
    part(name, facts, work) {
      const active = manager.active()
      return api.trace.getSpan(active) === undefined ? work() : run(open(name, facts, active), work)
    },
    async close() {
      // A collector that is away must not keep a server from stopping.
      await provider.shutdown().catch(() => undefined)
    },
  }
}

function openProvider({ sdk, resources, exporter }: Packages, settings: TracingSettings) {
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`
  const processor = new sdk.BatchSpanProcessor({
    exporter: new exporter.OTLPTraceExporter({ url, timeoutMillis: EXPORT_LIMIT_MS }),
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_LIMIT_MS,
  })
  return new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': settings.serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [processor],
  })
}

function endSpan({ api }: Packages, span: Span, facts: SpanFacts, failed: boolean): void {
  span.setAttributes(facts)
  if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end()
}
