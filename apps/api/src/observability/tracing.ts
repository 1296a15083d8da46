import {
  type Context,
  type ContextManager,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'

/** Facts of a span: from closed lists or counted, never what a person wrote. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** A span that is open; whatever runs within it becomes its part. */
export interface OpenSpan {
  /** For the log, so that a line leads to its trace; undefined where no trace is collected. */
  readonly traceId: string | undefined
  within<T>(work: () => T): T
  end(facts?: SpanFacts, failed?: boolean): void
}

/** Where time goes within one request: call, unit of work, statements, providers. */
export interface Tracing {
  begin(name: string, facts: SpanFacts): OpenSpan
  /** Runs work within its own span; records only the class of a failure. */
  span<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T>
  /** The same, within an open span only; without one, records no span. */
  part<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T>
  /** Sends pending spans. */
  close(): Promise<void>
}

/** Spans of a tracer; `contexts` carries the open one along. */
export function tracingBy(
  tracer: Tracer,
  contexts: Pick<ContextManager, 'active' | 'with'>,
  close: Tracing['close'],
): Tracing {
  const open = (name: string, facts: SpanFacts, parent: Context): OpenSpan => {
    const span = tracer.startSpan(name, { attributes: facts }, parent)
    const own = trace.setSpan(parent, span)
    const spanContext = span.spanContext()
    return {
      traceId: isSpanContextValid(spanContext) ? spanContext.traceId : undefined,
      within: (work) => contexts.with(own, work),
      end(last = {}, failed = false) {
        span.setAttributes(last)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
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
    begin: (name, facts) => open(name, facts, ROOT_CONTEXT),
    span: (name, facts, work) => run(open(name, facts, contexts.active()), work),
    part(name, facts, work) {
      const active = contexts.active()
      return trace.getSpan(active) === undefined ? work() : run(open(name, facts, active), work)
    },
    close,
  }
}

/** Without a trace collector: OpenTelemetry's own tracer that records nothing. */
export const quietTracing = tracingBy(trace.getTracer('dolphin'), context, () => Promise.resolve())
