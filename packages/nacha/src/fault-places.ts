import type { NachaError } from './nacha-error.ts'
import type { ReadFault } from './read-item.ts'

/** Gives faults of headers and controls with the records around them, one for each record that has any. */
export class FaultPlaces {
  /** Of the batch being read. */
  companyId: string | undefined
  /** Faults of the present record. */
  readonly frame: NachaError[] = []
  line = 0
  private record: string | undefined
  private previous: string | undefined
  private waiting: Omit<ReadFault, 'after'> | undefined

  constructor(private readonly give: (fault: ReadFault) => void) {}

  /** The record in front of the present one. */
  get before(): string | undefined {
    return this.previous
  }

  beginRecord(record: string, line: number): void {
    this.giveWaiting(record)
    this.record = record
    this.line = line
  }

  /** Behind the last record. */
  beginEnd(): void {
    this.giveWaiting(undefined)
    this.record = undefined
    this.line += 1
  }

  endRecord(): void {
    const { record, line, previous: before, companyId } = this
    if (this.frame.length > 0) {
      const records = record === undefined ? [] : [record]
      this.waiting = { part: 'frame', line, records, before, companyId, faults: this.frame.splice(0) }
    }
    if (record === undefined) this.giveWaiting(undefined)
    this.previous = record
  }

  private giveWaiting(after: string | undefined): void {
    const { waiting } = this
    this.waiting = undefined
    if (waiting !== undefined) this.give({ ...waiting, after })
  }
}
