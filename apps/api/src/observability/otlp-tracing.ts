import { type Tracing, tracingBy } from './tracing.ts'
import type { TracingSettings } from '../config/observability-settings.ts'

const EXPORT_EVERY_MS = 2_000

const EXPORT_LIMIT_MS = 5_000

/** The packages are loaded here and nowhere else, so that a server without traces does not wait for them. */
async function load() {
  const [sdk, contexts, resources, exporter] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  return { sdk, contexts, resources, exporter }
}

type Packages = Awaited<ReturnType<typeof load>>

/** Sends spans to a collector by OTLP over HTTP. A collector that is away costs nothing but its spans. */
export async function openOtlpTracing(settings: TracingSettings): Promise<Tracing> {
  const packages = await load()
  const provider = openProvider(packages, settings)
  const contexts = new packages.contexts.AsyncLocalStorageContextManager().enable()
  return tracingBy(
    provider.getTracer('dolphin'),
    contexts,
    // A collector that is away must not keep a server from stopping.
    () => provider.shutdown().catch(() => undefined),
  )
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
