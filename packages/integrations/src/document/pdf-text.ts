import { inflateSync } from 'node:zlib'

/**
 * Reads the text of a PDF of ours back from its bytes: the content streams are inflated and every glyph is
 * mapped through the embedded font's own ToUnicode table, as a reader's copy-and-paste does.
 *
 * One string per structure element in reading order, lines joined by a space; decoration (page numbers,
 * repeated heads) is left out. Understands what pdfkit writes (classic cross-reference tables, Flate, two-byte
 * glyphs) and throws `UnreadablePdf` for anything else.
 */
export function readPdfText(pdf: Uint8Array): readonly string[] {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const objects = readObjects(file)
  const texts: string[] = []
  for (const page of pagesOf(objects)) {
    const fonts = fontsOf(objects, page)
    const content = references(entry(page, 'Contents')).map((id) => streamOf(objects, id).toString('latin1'))
    readContent(content.join('\n'), fonts, texts)
  }
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

/** The file is not one of ours, or not as we wrote it. */
export class UnreadablePdf extends Error {
  constructor(what: string) {
    super(`the PDF cannot be read back: ${what}`)
    this.name = 'UnreadablePdf'
  }
}

type Objects = ReadonlyMap<number, Buffer>
type Glyphs = ReadonlyMap<number, string>

/** Every object at the place the newest cross-reference table names. */
function readObjects(file: Buffer): Objects {
  const objects = new Map<number, Buffer>()
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.subarray(-64).toString('latin1'))?.[1]
  let next = start
  while (next !== undefined) {
    const table = Number(next)
    const text = file.subarray(table).toString('latin1')
    const trailer = text.indexOf('trailer')
    if (!text.startsWith('xref') || trailer < 0) throw new UnreadablePdf('no cross-reference table')
    for (const [id, offset] of tableEntries(text.slice(4, trailer))) {
      if (!objects.has(id)) objects.set(id, objectAt(file, id, offset))
    }
    next = /\/Prev (\d+)/.exec(text.slice(trailer, text.indexOf('startxref', trailer)))?.[1]
    if (next !== undefined && Number(next) >= table) throw new UnreadablePdf('the tables go in a circle')
  }
  if (objects.size === 0) throw new UnreadablePdf('no objects')
  return objects
}

function tableEntries(table: string): readonly (readonly [number, number])[] {
  const entries: (readonly [number, number])[] = []
  let id = 0
  for (const line of table.split('\n').map((one) => one.trim())) {
    const section = /^(\d+) \d+$/.exec(line)
    const used = /^(\d{10}) \d{5} ([nf])$/.exec(line)
    if (section?.[1] !== undefined) id = Number(section[1])
    if (used?.[1] === undefined) continue
    if (used[2] === 'n') entries.push([id, Number(used[1])])
    id += 1
  }
  return entries
}

function objectAt(file: Buffer, id: number, offset: number): Buffer {
  const head = `${id} 0 obj`
  if (file.subarray(offset, offset + head.length).toString('latin1') !== head)
    throw new UnreadablePdf('a lost object')
  const end = file.indexOf('endobj', offset)
  return file.subarray(offset + head.length, end < 0 ? file.length : end)
}

function dictionary(objects: Objects, id: number): string {
  const object = objects.get(id)
  if (object === undefined) throw new UnreadablePdf('a missing object')
  const stream = object.indexOf('stream\n')
  return object.subarray(0, stream < 0 ? object.length : stream).toString('latin1')
}

/** Inflates a stream by its own length, so that a stray "endobj" within the bytes does no harm. */
function streamOf(objects: Objects, id: number): Buffer {
  const object = objects.get(id)
  const start = object?.indexOf('stream\n') ?? -1
  if (object === undefined || start < 0) throw new UnreadablePdf('a missing stream')
  const body = new Uint8Array(object.buffer, object.byteOffset + start + 7)
  const length = Number(/\/Length (\d+)/.exec(dictionary(objects, id))?.[1])
  if (!(length <= body.length)) throw new UnreadablePdf('a stream without length')
  return inflateSync(body.subarray(0, length))
}

/** The value of a key of a dictionary, as text up to the next key of the same line layout. */
function entry(text: string, key: string): string {
  return new RegExp(`/${key}\\s+(\\[[^\\]]*\\]|<<[^]*?>>|[^/>]+)`).exec(text)?.[1] ?? ''
}

function references(text: string): readonly number[] {
  return [...text.matchAll(/(\d+) 0 R/g)].map((match) => Number(match[1]))
}

function pagesOf(objects: Objects): readonly string[] {
  for (const id of objects.keys()) {
    const text = dictionary(objects, id)
    if (/\/Type \/Pages\b/.test(text))
      return references(entry(text, 'Kids')).map((page) => dictionary(objects, page))
  }
  throw new UnreadablePdf('no pages')
}

function fontsOf(objects: Objects, page: string): ReadonlyMap<string, Glyphs> {
  const [resources] = references(entry(page, 'Resources'))
  const text = resources === undefined ? page : dictionary(objects, resources)
  const named = [...entry(text, 'Font').matchAll(/\/(\w+) (\d+) 0 R/g)]
  return new Map(named.map(([, name, id]) => [name ?? '', glyphsOf(objects, Number(id))]))
}

/** Reads `beginbfrange` blocks: first and last glyph, then one text per glyph in UTF-16BE. */
function glyphsOf(objects: Objects, font: number): Glyphs {
  const [map] = references(entry(dictionary(objects, font), 'ToUnicode'))
  if (map === undefined) throw new UnreadablePdf('a font without a table of its letters')
  const glyphs = new Map<number, string>()
  const ranges = streamOf(objects, map)
    .toString('latin1')
    .matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)
  for (const [, first, texts] of ranges) {
    for (const [index, match] of [...(texts ?? '').matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const units = (match[1] ?? '').match(/[0-9a-f]{4}/gi) ?? []
      glyphs.set(Number.parseInt(first ?? '', 16) + index, units.map((unit) => letter(unit)).join(''))
    }
  }
  return glyphs
}

const letter = (unit: string): string => String.fromCharCode(Number.parseInt(unit, 16))

const TOKENS =
  /\/(\w+)\s+(?:<<([^]*?)>>\s+BDC|BMC)|\bEMC\b|\/(F\d+)\s+[\d.]+\s+Tf|\[([^\]]*)\]\s*TJ|<([0-9a-f]+)>\s*Tj/gi

/** Walks through one page's marked content; what stands outside of structure is decoration. */
function readContent(content: string, fonts: ReadonlyMap<string, Glyphs>, texts: string[]): void {
  let glyphs: Glyphs | undefined
  const open: boolean[] = []
  let lines: string[] | undefined
  for (const [token, tag, properties, font, array, hex] of content.matchAll(TOKENS)) {
    if (tag !== undefined) {
      const isStructure = tag !== 'Artifact' && /\/MCID \d+/.test(properties ?? '')
      open.push(isStructure)
      if (isStructure) lines = []
    } else if (token === 'EMC') {
      if (open.pop() === true && lines !== undefined) {
        texts.push(lines.join(' '))
        lines = undefined
      }
    } else if (font !== undefined) {
      glyphs = fonts.get(font)
    } else if (lines !== undefined) {
      lines.push(
        decode(
          [...(array ?? `<${hex}>`).matchAll(/<([0-9a-f]*)>/gi)].map((one) => one[1] ?? ''),
          glyphs,
        ),
      )
    }
  }
}

function decode(codes: readonly string[], glyphs: Glyphs | undefined): string {
  const ids = codes.join('').match(/[0-9a-f]{4}/gi) ?? []
  return ids
    .map((id) => {
      const text = glyphs?.get(Number.parseInt(id, 16))
      if (text === undefined) throw new UnreadablePdf('a letter without meaning')
      return text
    })
    .join('')
}
