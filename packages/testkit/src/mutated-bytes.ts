import * as fc from 'fast-check'

const MOST_EDITS = 8
const LONGEST_RUN = 64
const INTERESTING = [0x00, 0x01, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x7f, 0x80, 0xff] as const
/** Lengths and sizes stand in four bytes: nothing, one, the last before the sign, the sign, all. */
const SIZES = [
  [0, 0, 0, 0],
  [0, 0, 0, 1],
  [0x7f, 0xff, 0xff, 0xff],
  [0x80, 0, 0, 0],
  [0xff, 0xff, 0xff, 0xff],
] as const

type Edit = (bytes: Uint8Array) => Uint8Array

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** Places as shares of the file, so that an edit fits files of any length. */
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const placed = (bytes: Uint8Array, at: number): number => Math.floor(at * (bytes.length + 1))

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(share, fc.nat({ max: 7 })).map(
    ([at, bit]): Edit =>
      (bytes) => {
        const copy = new Uint8Array(bytes)
        const place = Math.min(placed(bytes, at), bytes.length - 1)
        if (place >= 0) copy[place] = (copy[place] ?? 0) ^ (1 << bit)
        return copy
      },
  ),
  fc.tuple(share, fc.constantFrom(...INTERESTING)).map(
    ([at, value]): Edit =>
      (bytes) => {
        const copy = new Uint8Array(bytes)
        copy.fill(value, placed(bytes, at), placed(bytes, at) + 1)
        return copy
      },
  ),
  share.map(
    (at): Edit =>
      (bytes) =>
        bytes.slice(0, placed(bytes, at)),
  ),
  fc.tuple(share, fc.uint8Array({ maxLength: LONGEST_RUN })).map(
    ([at, run]): Edit =>
      (bytes) =>
        joined(bytes.subarray(0, placed(bytes, at)), run, bytes.subarray(placed(bytes, at))),
  ),
  fc.tuple(share, share, share).map(
    ([from, to, at]): Edit =>
      (bytes) => {
        const [begin, end] = [placed(bytes, Math.min(from, to)), placed(bytes, Math.max(from, to))]
        const place = placed(bytes, at)
        return joined(bytes.subarray(0, place), bytes.subarray(begin, end), bytes.subarray(place))
      },
  ),
  fc.tuple(share, share).map(
    ([from, to]): Edit =>
      (bytes) =>
        joined(
          bytes.subarray(0, placed(bytes, Math.min(from, to))),
          bytes.subarray(placed(bytes, Math.max(from, to))),
        ),
  ),
  fc.tuple(share, fc.constantFrom(...SIZES)).map(
    ([at, size]): Edit =>
      (bytes) => {
        const copy = new Uint8Array(bytes)
        const place = Math.min(placed(bytes, at), copy.length)
        copy.set(size.slice(0, copy.length - place), place)
        return copy
      },
  ),
)

/** A file with some edits: bits turned, bytes of meaning put in, parts cut, doubled, moved or made up. */
export function mutatedBytes(base: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc
    .array(edit, { minLength: 1, maxLength: MOST_EDITS })
    .map((edits) => edits.reduce((bytes, one) => one(bytes), base))
}
