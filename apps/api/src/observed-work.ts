import type { TicketBoard } from './ports/ticket-board.ts'
import type { JobDefinition } from './ports/job-queue.ts'
import type { ProviderOutcome } from './observability/metrics.ts'
import type { Observability } from './observability/observability.ts'

/** The same job, counted, timed and traced. */
export function observedJob({ metrics, tracing }: Observability, job: JobDefinition): JobDefinition {
  return {
    ...job,
    async run(data) {
      const begunAt = performance.now()
      const seconds = () => (performance.now() - begunAt) / 1_000
      try {
        await tracing.span(`job ${job.name}`, {}, () => job.run(data))
        metrics.jobRan(job.name, 'done', seconds())
      } catch (error) {
        metrics.jobRan(job.name, 'failed', seconds())
        throw error
      }
    },
  }
}

/** The same board, counted. */
export function observedBoard({ metrics }: Observability, board: TicketBoard): TicketBoard {
  return {
    async post(unit, owner, news) {
      await board.post(unit, owner, news)
      metrics.ticketPosted(String(news.ticket))
    },
  }
}

type Method = (...args: unknown[]) => Promise<unknown>

/**
 * The same adapter, with external operations counted, timed and traced. Of requests and responses only success or
 * failure is recorded.
 */
export function observedProvider<Adapter extends object>(
  observability: Observability,
  provider: string,
  adapter: Adapter,
  operations: readonly (string & keyof Adapter)[],
): Adapter {
  const outside: ReadonlySet<string | symbol> = new Set(operations)
  return new Proxy(adapter, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target)
      if (typeof value !== 'function') return value
      // Adapters have private fields, which a proxy is not let into.
      const method = (...args: unknown[]) => (value as Method).apply(target, args)
      return outside.has(property) ? observed(observability, provider, String(property), method) : method
    },
  })
}

function observed({ metrics, tracing }: Observability, provider: string, operation: string, method: Method) {
  return async (...args: unknown[]): Promise<unknown> => {
    const begunAt = performance.now()
    const told = (outcome: ProviderOutcome) =>
      metrics.providerAnswered(provider, operation, outcome, (performance.now() - begunAt) / 1_000)
    try {
      const facts = { 'dolphin.provider': provider, 'dolphin.operation': operation }
      const answer = await tracing.span(`${provider} ${operation}`, facts, () => method(...args))
      told(isRefusal(answer) ? 'refused' : 'ok')
      return answer
    } catch (error) {
      told('failed')
      throw error
    }
  }
}

const isRefusal = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
