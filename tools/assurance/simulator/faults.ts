/** What is done to the lender, and whether it is over. */
export const FAULT_KINDS = [
  'process killed at a mark',
  'step broken off at a mark',
  'bank did not answer',
  'bank answered too late',
  'return file sent twice',
  'returns repeated in another file',
  'return file a day late',
  'return files out of order',
  'return file malformed',
  'webhook sent twice',
  'webhook out of order',
  'provider timed out',
  'provider reset the connection',
  'mail refused',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface FaultCount {
  readonly kind: FaultKind
  readonly injected: number
  /** Those after which the lender went on as if they had not been. */
  readonly survived: number
}

/** Counts what is done to the lender. A fault is survived once its day ended whole, or the thing was done after all. */
export interface FaultBook {
  /** Whether any are done at all. */
  readonly on: boolean
  inject(kind: FaultKind): void
  /** The day ended and every invariant held: what was done until then is survived. */
  dayIsWhole(): void
  counts(): readonly FaultCount[]
}

export function createFaultBook(on: boolean): FaultBook {
  const injected = new Map<FaultKind, number>()
  let survived = new Map<FaultKind, number>()
  return {
    on,
    inject: (kind) => void injected.set(kind, (injected.get(kind) ?? 0) + 1),
    dayIsWhole() {
      survived = new Map(injected)
    },
    counts: () =>
      FAULT_KINDS.map((kind) => ({
        kind,
        injected: injected.get(kind) ?? 0,
        survived: survived.get(kind) ?? 0,
      })),
  }
}

/** Thrown at a mark: a step that broke off half-way, such as by a lost connection. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}
