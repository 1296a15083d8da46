import type { FaultPoint } from './fault-points.ts'
import type { LenderPlace } from './lender-place.ts'
import type { Life } from './life.ts'
import type { Step } from './life-steps.ts'

/** Where a process is to die; with the PostgreSQL server's pid that one dies first, with all its processes. */
export interface Trap {
  readonly faultPoint: FaultPoint
  readonly postmaster: number | null
}

/** A step of a life, and how often it was tried before. */
export interface TakenStep {
  readonly life: Life
  readonly step: Step
  readonly tries: number
}

/** What the proof asks of a process of the lender, one after the other. */
export type LenderOrder =
  | { readonly do: 'start'; readonly place: LenderPlace; readonly seed: number }
  | { readonly do: 'begin' }
  | ({ readonly do: 'arrange' } & TakenStep)
  | ({ readonly do: 'take'; readonly trap: Trap } & TakenStep)
  | ({ readonly do: 'look' } & TakenStep)
  | ({ readonly do: 'finish'; readonly jobsFirst: boolean } & TakenStep)

/** What it answers: the life as it is then, and what is not as it must be. */
export interface LenderAnswer {
  readonly life: Life | null
  readonly faults: readonly string[]
}

/** An order that could not be carried out. */
export interface LenderFailure {
  readonly failure: string
}
