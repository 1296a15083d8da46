import type { Needle } from './needles.ts'

export interface Found {
  readonly needle: Needle
  readonly at: number
}

/** Looks for many thousands of needles in one pass over the bytes. */
export interface LeakScanner {
  scan(bytes: Uint8Array): Found[]
}

const HEAD_BYTES = 4
const SIEVE_BITS = 20
const SIEVE_MASK = 2 ** SIEVE_BITS - 1

/** Spreads the first four bytes over the sieve. Source: Knuth's multiplicative hash. */
const slotOf = (head: number): number => (Math.imul(head, 0x9e3779b1) >>> 12) & SIEVE_MASK

export function createLeakScanner(needles: readonly Needle[]): LeakScanner {
  const sieve = new Uint8Array(2 ** SIEVE_BITS)
  const byHead = new Map<number, Map<number, Map<string, Needle>>>()
  for (const needle of needles) {
    if (needle.bytes.length < HEAD_BYTES) throw new Error('a needle is too short to be found')
    const head = needle.bytes.readInt32BE(0)
    sieve[slotOf(head)] = 1
    const lengths = entry(byHead, head, () => new Map<number, Map<string, Needle>>())
    entry(lengths, needle.bytes.length, () => new Map<string, Needle>()).set(
      needle.bytes.toString('latin1'),
      needle,
    )
  }
  return {
    scan(bytes) {
      const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const found: Found[] = []
      let head = 0
      for (let end = 0; end < file.length; end += 1) {
        head = (head << 8) | (file[end] ?? 0)
        if (sieve[slotOf(head)] === 0 || end < HEAD_BYTES - 1) continue
        const lengths = byHead.get(head)
        if (lengths === undefined) continue
        const at = end - HEAD_BYTES + 1
        for (const [length, texts] of lengths) {
          const needle = texts.get(file.toString('latin1', at, at + length))
          if (needle !== undefined && isReal(file, at, needle)) found.push({ needle, at })
        }
      }
      return found
    },
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const there = map.get(key)
  if (there !== undefined) return there
  const made = make()
  map.set(key, made)
  return made
}

/** Hexadecimal digits of a digest. Among millions of digests, nine digits sometimes match a person's by chance. */
const DIGEST_DIGITS = 32
/** Span timestamps match by chance, too: a thousand people leave a million of them, and nine digits can coincide. */
const LABEL_OF_NANOSECONDS = /UnixNano":"\d*$/
const NANOSECONDS_DIGITS = 19
/** So do random UUIDs; matched up to their last group. */
const HEAD_OF_UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]*$/
const LAST_GROUP_DIGITS = 12

function isReal(file: Buffer, at: number, { bytes, alone }: Needle): boolean {
  const around = file.toString('latin1', Math.max(0, at - DIGEST_DIGITS * 2), at)
  const behind = file.toString('latin1', at + bytes.length, at + bytes.length + DIGEST_DIGITS * 2)
  if (alone) return !/\d$/.test(around) && !/^\d/.test(behind)
  const text = bytes.toString('latin1')
  if (!/^\d+$/.test(text)) return true
  const run = `${/[0-9a-f]*$/.exec(around)?.[0] ?? ''}${text}${/^[0-9a-f]*/.exec(behind)?.[0] ?? ''}`
  if (run.length === NANOSECONDS_DIGITS && LABEL_OF_NANOSECONDS.test(around)) return false
  if (run.length === LAST_GROUP_DIGITS && HEAD_OF_UUID.test(around)) return false
  return run.length < DIGEST_DIGITS || /^\d+$/.test(run)
}
