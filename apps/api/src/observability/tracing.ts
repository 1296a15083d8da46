/** Facts of a span: from closed lists or counted, never what a person wrote. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** A span that is open; whatever runs within it becomes its part. */
export interface OpenSpan {
  /** For the log, so that a line leads to its trace. */
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

const NO_SPAN: OpenSpan = { traceId: undefined, within: (work) => work(), end: () => undefined }

/** Without a trace collector nothing is stored and nothing is loaded. */
export const NO_TRACING: Tracing = {
  begin: () => NO_SPAN,
  span: (_name, _facts, work) => work(),
  part: (_name, _facts, work) => work(),
  close: () => Promise.resolve(),
}
