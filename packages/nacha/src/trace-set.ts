/** Traces that share one page of bits. */
const PAGE = 1_024

/**
 * Trace numbers seen so far, exactly, in one bit each: a million that follow each other take 125 kB, where a set of
 * texts would take a hundred megabytes.
 */
export class TraceSet {
  private readonly pages = new Map<number, Uint8Array>()
  private lastKey = -1
  private lastPage = new Uint8Array(0)

  /** Notes a trace number of up to fifteen digits; false when it was there already. */
  add(trace: string): boolean {
    const value = Number(trace)
    const key = Math.floor(value / PAGE)
    const page = this.page(key)
    const bit = value - key * PAGE
    const [index, mask] = [bit >> 3, 1 << (bit & 7)]
    const byte = page[index] ?? 0
    if ((byte & mask) !== 0) return false
    page[index] = byte | mask
    return true
  }

  private page(key: number): Uint8Array {
    if (key === this.lastKey) return this.lastPage
    let page = this.pages.get(key)
    if (page === undefined) {
      page = new Uint8Array(PAGE / 8)
      this.pages.set(key, page)
    }
    this.lastKey = key
    this.lastPage = page as Uint8Array<ArrayBuffer>
    return page
  }
}
