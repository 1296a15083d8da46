import { type LenderChild, spawnLender } from './lender-child.ts'
import type { LenderAnswer, LenderOrder } from './lender-orders.ts'
import type { LenderPlace } from './lender-place.ts'
import type { ProofPostgres } from './proof-postgres.ts'

/** The lender as it goes on from one process to the next. */
export interface LenderHouse {
  /** Asks the process that runs now; where it dies, the next one is started before this answers. */
  ask(order: LenderOrder): Promise<LenderAnswer | 'killed'>
  /** The pid of the PostgreSQL server; null on the embedded database. */
  postmaster(): number | null
  close(): Promise<void>
}

interface HouseParts {
  /** The program whose processes the lender is. */
  readonly program: string
  readonly place: () => LenderPlace
  /** Undefined on the embedded database. */
  readonly postgres: ProofPostgres | undefined
  readonly seed: number
}

/** Loads the next process while one works, so that a restart costs what starting a server costs and no more. */
export async function openLenderHouse({ program, place, postgres, seed }: HouseParts): Promise<LenderHouse> {
  let started = 0
  let waiting: LenderChild = spawnLender(program)
  const next = async (): Promise<LenderChild> => {
    const child = waiting
    waiting = spawnLender(program)
    started += 1
    await child.ask({ do: 'start', place: place(), seed: seed * 100_003 + started })
    return child
  }
  let running = await next()
  return {
    async ask(order) {
      const answer = await running.ask(order)
      if (answer !== 'killed') return answer
      if (order.do === 'take' && order.trap.postmaster !== null) await postgres?.startAgain()
      running = await next()
      return answer
    },
    postmaster: () => postgres?.postmaster() ?? null,
    async close() {
      await running.ask({ do: 'stop' }).catch(() => undefined)
      await running.end()
      await waiting.end()
    },
  }
}
