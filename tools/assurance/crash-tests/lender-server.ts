import { type LenderChild, spawnLender } from './lender-child.ts'
import type { LenderAnswer, LenderOrder } from './lender-orders.ts'
import type { LenderPlace } from './lender-place.ts'
import type { ProofPostgres } from './proof-postgres.ts'

/** The lender as it goes on from one process to the next. */
export interface LenderServer {
  /** Asks the process that runs now; where it dies, the next one is started before this answers. */
  ask(order: LenderOrder): Promise<LenderAnswer | 'killed'>
  /** The pid of the PostgreSQL server; null on the embedded database. */
  postmaster(): number | null
  close(): Promise<void>
}

interface LenderServerDeps {
  /** The program whose processes the lender is. */
  readonly program: string
  readonly place: () => LenderPlace
  /** Undefined on the embedded database. */
  readonly postgres: ProofPostgres | undefined
  readonly seed: number
}

/** Loads the next process while one works, so that a restart costs what starting a server costs and no more. */
export function openLenderServer({ program, place, postgres, seed }: LenderServerDeps): LenderServer {
  let started = 0
  let waiting: LenderChild = spawnLender(program)
  let running: LenderChild | undefined
  const next = async (): Promise<LenderAnswer> => {
    running = waiting
    waiting = spawnLender(program)
    started += 1
    const answer = await running.ask({ do: 'start', place: place(), seed: seed * 100_003 + started })
    return answer === 'killed' ? { life: null, faults: ['failure to start'] } : answer
  }
  return {
    async ask(order) {
      if (running === undefined) await next()
      const answer = await running?.ask(order)
      if (answer !== 'killed' && answer !== undefined) return answer
      if (order.do === 'take' && order.trap.postmaster !== null) await postgres?.startAgain()
      const { faults } = await next()
      return faults.length > 0 ? { life: null, faults } : 'killed'
    },
    postmaster: () => postgres?.postmaster() ?? null,
    async close() {
      await Promise.all([running?.end(), waiting.end()])
    },
  }
}
