import { inflateSync } from 'node:zlib'
import { plainNames } from './pdf-pictures.ts'

/** One version of an object of a PDF: its dictionary or value as text with plain names, and its stream unpacked. */
export interface PdfObject {
  readonly entries: string
  readonly isStream: boolean
  /** As Latin-1, empty where it has none. That of a picture is unpacked when it is read: no text is in it. */
  content(): string
}

/** Every version of every object by its number: a file may hold several, of which the last counts for a reader. */
export type PdfObjects = ReadonlyMap<number, readonly PdfObject[]>

/** More to unpack or to look at than was allowed; `objects` or `bytes` says of what. */
export class TooMuchPdf extends Error {
  readonly what: 'objects' | 'bytes'
  constructor(what: 'objects' | 'bytes') {
    super(`more ${what} than a statement has`)
    this.what = what
  }
}

export interface PdfBounds {
  readonly objects: number
  /** Of all streams but pictures, once unpacked. */
  readonly unpackedBytes: number
}

const OBJECT = /(\d{1,10})\s+\d{1,5}\s+obj(?![a-zA-Z])/g
const STREAM = /(?<![a-zA-Z])stream\r?\n?/
const PICTURE = /\/Subtype\s*\/Image(?![A-Za-z])/
/** A stream may be packed in several ways at once, one around the other. */
const MOST_PACKINGS = 4

/**
 * The objects of a PDF by looking through its bytes, those in object streams too, so that nothing is hidden by what the file
 * says of itself. No more is unpacked than the bounds allow. An encrypted stream stays as it is. Throws TooMuchPdf,
 * also where a picture is opened. Source: ISO 32000-1, 7.3.8 and 7.5.7.
 */
export function pdfObjects(bytes: Uint8Array, bounds: PdfBounds): PdfObjects {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject[]>()
  const left = { objects: bounds.objects, bytes: bounds.unpackedBytes }
  const add = (number: number, one: PdfObject) => {
    left.objects -= 1
    if (left.objects < 0) throw new TooMuchPdf('objects')
    const versions = objects.get(number)
    if (versions === undefined) objects.set(number, [one])
    else versions.push(one)
  }
  const starts = startsOf(text, bounds)
  for (const [at, { number, from }] of starts.entries()) {
    const body = text.slice(from, starts[at + 1]?.at ?? text.length)
    const stream = STREAM.exec(body)
    const entries = plainNames(Buffer.from(body.slice(0, stream?.index ?? body.length), 'latin1'))
    if (stream === null) {
      add(number, plainObject(entries))
      continue
    }
    const begin = from + stream.index + stream[0].length
    const end = text.indexOf('endstream', begin)
    let content: string | undefined
    const open = () => (content ??= unpacked(file.subarray(begin, end === -1 ? file.length : end), left))
    add(number, { entries, isStream: true, content: open })
    if (PICTURE.test(entries)) continue
    const known = open()
    if (/\/Type\s*\/ObjStm/.test(entries))
      for (const [inner, value] of innerObjects(entries, known)) add(inner, plainObject(value))
  }
  return objects
}

const plainObject = (entries: string): PdfObject => ({ entries, isStream: false, content: () => '' })

interface ObjectStart {
  readonly number: number
  /** Where its number stands, and where its value begins. */
  readonly at: number
  readonly from: number
}

function startsOf(text: string, { objects }: PdfBounds): ObjectStart[] {
  const starts: ObjectStart[] = []
  for (const { 0: head, 1: number, index } of text.matchAll(OBJECT)) {
    if (starts.length >= objects) throw new TooMuchPdf('objects')
    starts.push({ number: Number(number), at: index, from: index + head.length })
  }
  return starts
}

/** Unpacks as long as there is something packed in it; what cannot be unpacked is as it stands. */
function unpacked(bytes: Buffer, left: { bytes: number }): string {
  let found = bytes
  for (let times = 0; times < MOST_PACKINGS; times += 1) {
    const next = inflated(found, left.bytes)
    if (next === undefined) break
    found = next
    left.bytes -= found.length
  }
  if (found === bytes) left.bytes -= bytes.length
  if (left.bytes < 0) throw new TooMuchPdf('bytes')
  return found.toString('latin1')
}

const SYNC_FLUSH = 2
const DEFLATE = 8

function inflated(bytes: Buffer, most: number): Buffer | undefined {
  if (((bytes[0] ?? 0) & 15) !== DEFLATE) return undefined
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most), finishFlush: SYNC_FLUSH })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooMuchPdf('bytes')
    return undefined
  }
}

/** The objects of an object stream: pairs of number and place, then their values. */
function innerObjects(entries: string, content: string): readonly (readonly [number, string])[] {
  const first = Number(/\/First\s+(\d+)/.exec(entries)?.[1] ?? 0)
  const head = content.slice(0, first).match(/\d+/g)?.map(Number) ?? []
  const places = head.flatMap((number, at) => (at % 2 === 0 ? [[number, head[at + 1] ?? 0] as const] : []))
  return places.map(([number, place], at) => {
    const value = content.slice(first + place, first + (places[at + 1]?.[1] ?? content.length))
    return [number, plainNames(Buffer.from(value, 'latin1'))] as const
  })
}

/** Numbers of the objects that a value refers to. */
export const refsIn = (value: string): number[] =>
  [...value.matchAll(/(\d{1,10})\s+\d{1,5}\s+R(?![a-zA-Z])/g)].map(([, number]) => Number(number))

const KEYS = {
  Pages: /\/Pages(?![A-Za-z0-9])\s*/,
  Kids: /\/Kids(?![A-Za-z0-9])\s*/,
  Contents: /\/Contents(?![A-Za-z0-9])\s*/,
  Resources: /\/Resources(?![A-Za-z0-9])\s*/,
  XObject: /\/XObject(?![A-Za-z0-9])\s*/,
  CharProcs: /\/CharProcs(?![A-Za-z0-9])\s*/,
} as const

/** Keys of dictionaries that lead to what is shown. */
type PdfKey = keyof typeof KEYS

/** The values of a key of a dictionary as written: a dictionary or an array whole, else up to the next name. */
export function valueOf(entries: string, key: PdfKey): string | undefined {
  const found = KEYS[key].exec(entries)
  if (found === null) return undefined
  const from = found.index + found[0].length
  if (entries.startsWith('<<', from)) return entries.slice(from, closing(entries, from))
  const end =
    entries[from] === '[' ? entries.indexOf(']', from) + 1 : entries.slice(from + 1).search(/[/>]/) + from + 1
  return entries.slice(from, end <= from ? entries.length : end)
}

/** Where a dictionary that begins here ends. */
function closing(entries: string, from: number): number {
  let depth = 0
  for (const { 0: mark, index } of entries.slice(from).matchAll(/<<|>>/g)) {
    depth += mark === '<<' ? 1 : -1
    if (depth === 0) return from + index + mark.length
  }
  return entries.length
}
