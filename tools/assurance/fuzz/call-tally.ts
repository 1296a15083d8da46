import type { CaseKind } from './fuzz-case.ts'

/** What the requests of one call came to. */
export interface CallTally {
  readonly name: string
  readonly kinds: Readonly<Record<CaseKind, number>>
  /** How many came through validation and access to the call's own work. */
  readonly reached: number
  /** By status, or by the code with which a channel was closed. */
  readonly answers: ReadonlyMap<number, number>
}

export const casesOf = ({ kinds }: CallTally): number => kinds.valid + kinds.input + kinds.wire

/** Percent of the requests that passed the call's schemas and were not what had been recorded. */
export const validShare = (tally: CallTally): number => Math.round((100 * tally.kinds.valid) / casesOf(tally))

/** Counts as requests are made. */
export class TallyBook {
  readonly #name: string
  readonly #kinds: Record<CaseKind, number> = { valid: 0, input: 0, wire: 0 }
  readonly #answers = new Map<number, number>()
  #reached = 0

  constructor(name: string) {
    this.#name = name
  }

  add(kind: CaseKind, reached: boolean, answer: number): void {
    this.#kinds[kind] += 1
    this.#reached += reached ? 1 : 0
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1)
  }

  read(): CallTally {
    return { name: this.#name, kinds: this.#kinds, reached: this.#reached, answers: this.#answers }
  }
}
