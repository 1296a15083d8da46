/** One fault of a file: which record (and line, when read), which field, what stood there, what is wrong. */
export interface NachaError {
  readonly record: string
  readonly field: string
  /** What stood there; withheld for fields that hold personal data. */
  readonly value: string
  readonly problem: string
  /** 1 for the first line; absent when the fault is in what was to be written. */
  readonly line?: number
}

/** More faults than these do not help the reader: reading and writing stop looking. */
export const MOST_FAULTS = 100

const sentence = ({ record, field, value, problem, line }: NachaError): string =>
  `${line === undefined ? '' : `line ${line}: `}${record}.${field} "${value}": ${problem}`

/** A file that may not be written. Check entries with `entryErrors` first: one bad entry is not the batch's fault. */
export class NachaWriteError extends Error {
  override readonly name = 'NachaWriteError'
  readonly errors: readonly NachaError[]

  constructor(errors: readonly NachaError[]) {
    const shown = errors.slice(0, MOST_FAULTS)
    super(shown.map(sentence).join('; '))
    this.errors = shown
  }
}
