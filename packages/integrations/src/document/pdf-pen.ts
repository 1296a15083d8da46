import { createRequire } from 'node:module'
// The published types know the default export only.
import PDFDocument from 'pdfkit'

/** Points of a US Letter page; 72 to the inch. */
export const PAGE = { width: 612, height: 792, margin: 54, bottom: 64 } as const
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin
const PAGE_END = PAGE.height - PAGE.bottom

export const INK = { text: '#111827', muted: '#4b5563', line: '#9ca3af', tint: '#f3f4f6' } as const

const FONT_NAMES = ['regular', 'bold', 'script'] as const
type FontName = (typeof FONT_NAMES)[number]
const FONT_FILES: Readonly<Record<FontName, string>> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  script: 'DejaVuSerifCondensed-Italic.ttf',
}

export type TextStyle = {
  readonly font: FontName
  readonly size: number
  readonly color?: string
  readonly align?: 'left' | 'right'
}

export const BODY: TextStyle = { font: 'regular', size: 10 }
export const STRONG: TextStyle = { font: 'bold', size: 10 }
export const SMALL: TextStyle = { font: 'regular', size: 8.5, color: INK.muted }

type StructureElement = PDFKit.PDFStructureElement
export type ElementOptions = {
  readonly lang?: string
  readonly alt?: string
  readonly scope?: 'Row' | 'Column'
}

/** Where a piece of text stands and how wide it may be. */
export type Place = { readonly x: number; readonly y: number; readonly width: number }

/** The text of one element, where it stands, how it looks, and the attributes that a screen reader hears. */
interface TextContent {
  readonly text: string
  readonly place: Place
  readonly style: TextStyle
  readonly options?: ElementOptions
}

/** Draws on a tagged document: everything is either a structure element or marked as decoration. */
export type Pen = {
  readonly document: PDFKit.PDFDocument
  readonly root: StructureElement
  /** Starts a new page unless that many points are left on this one. */
  reserve(height: number): void
  newPage(): void
  /** Height of the text in points. */
  height(text: string, width: number, style: TextStyle): number
  /** Adds an element whose content is one text at the place, and leaves the cursor below it. */
  text(parent: StructureElement, tag: string, content: TextContent): void
  /** Adds an element that holds other elements. */
  group(parent: StructureElement, tag: string, options?: ElementOptions): StructureElement
  /** Draws lines, fills or repeated text that a screen reader passes over. */
  decorate(draw: (document: PDFKit.PDFDocument) => void): void
  /** Writes text without structure; only inside `decorate`. */
  write(text: string, place: Place, style: TextStyle): void
}

const LINE_GAP = 2.5

/** What becomes of a character that the font has no glyph for: the document fails, or it stands as its number in Unicode. */
export type MissingGlyphs = 'refused' | 'named'

/** A tagged PDF 1.7 document (PDF/UA-1, ISO 14289) whose bytes depend on its content and the instant alone. */
export function createPen(
  title: string,
  language: string,
  at: Date,
  missing: MissingGlyphs = 'refused',
): Pen {
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margins: { top: PAGE.margin, bottom: PAGE.bottom, left: PAGE.margin, right: PAGE.margin },
    pdfVersion: '1.7',
    // The published types do not know this value yet.
    subset: 'PDF/UA' as 'PDF/A-2',
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    // None to begin with: a font opened here and again under its name would be parsed at every change of style.
    font: '',
    info: { Title: title, Producer: 'Dolphin', Creator: 'Dolphin', CreationDate: at, ModDate: at },
  })
  for (const name of FONT_NAMES) openFont(document, name)
  const root = document.struct('Document')
  document.addStructure(root)
  return penOf(document, root, missing)
}

function penOf(document: PDFKit.PDFDocument, root: StructureElement, missing: MissingGlyphs): Pen {
  const style = ({ font, size, color }: TextStyle) =>
    document
      .font(font)
      .fontSize(size)
      .fillColor(color ?? INK.text)
  const drawn = (text: string, { font }: TextStyle) => (missing === 'named' ? nameMissing(text, font) : text)
  const write = (text: string, { x, y, width }: Place, look: TextStyle) => {
    const shown = drawn(text, look)
    checkGlyphs(shown, look.font)
    style(look).text(shown, x, y, { width, align: look.align ?? 'left', lineGap: LINE_GAP })
  }
  const newPage = () => {
    document.addPage()
    document.y = PAGE.margin
  }
  return {
    document,
    root,
    newPage,
    reserve(height) {
      if (document.y + height > PAGE_END) newPage()
    },
    height: (text, width, look) =>
      style(look).heightOfString(drawn(text, look), { width, lineGap: LINE_GAP }),
    text(parent, tag, { text, place, style: look, options = {} }) {
      const element = document.struct(tag, options, [() => write(text, place, look)])
      parent.add(element)
    },
    group(parent, tag, options = {}) {
      const element = document.struct(tag, options)
      parent.add(element)
      return element
    },
    decorate(draw) {
      const { x, y } = document
      document.markContent('Artifact', { type: 'Layout' })
      document.save()
      draw(document)
      document.restore()
      document.endMarkedContent()
      document.x = x
      document.y = y
    },
    write,
  }
}

const locate = createRequire(import.meta.url)

/** What is used of a font as fontkit parses it below pdfkit. */
interface ParsedFont {
  readonly characterSet: readonly number[]
  glyphForCodePoint(codePoint: number): unknown
}

/** A parsed font with the characters that it can draw. */
interface KeptFont {
  readonly parsed: ParsedFont
  readonly characters: ReadonlySet<number>
}

const keptFonts = new Map<FontName, KeptFont>()

/**
 * Registers a font. Parsing the fonts costs four times as much as drawing an agreement, so a parsed font is kept for
 * the next document. pdfkit takes it in place of a path; its published types know neither that nor where it keeps it.
 */
function openFont(document: PDFKit.PDFDocument, name: FontName): void {
  const kept = keptFonts.get(name)
  const file = locate.resolve(`dejavu-fonts-ttf/ttf/${FONT_FILES[name]}`)
  // Opened at once in every document, kept or not, so that equal documents are equal byte by byte.
  document.registerFont(name, (kept?.parsed as unknown as string | undefined) ?? file).font(name)
  if (kept !== undefined) return
  const { _font: opened } = document as unknown as { readonly _font: { readonly font: ParsedFont } }
  keptFonts.set(name, { parsed: opened.font, characters: loadGlyphs(opened.font) })
}

/**
 * Loads every glyph by its character. A glyph that is first met as a part of another one, as the dotless ı of an í, is
 * else kept without its character, and a reader copies nothing for it.
 */
function loadGlyphs(font: ParsedFont): ReadonlySet<number> {
  for (const codePoint of font.characterSet) if (!isLigature(codePoint)) font.glyphForCodePoint(codePoint)
  return new Set(font.characterSet)
}

/** Ligatures as characters of their own: drawn for the letters that they join, and copied as those. */
const isLigature = (codePoint: number): boolean => codePoint >= 0xfb00 && codePoint <= 0xfb06

const hasGlyph = (character: string, name: FontName): boolean =>
  keptFonts.get(name)?.characters.has(character.codePointAt(0) ?? 0) === true

/** Each character that the font lacks as "[U+1F600]". */
const nameMissing = (text: string, name: FontName): string =>
  text.replace(/\S/gu, (character) =>
    hasGlyph(character, name) ? character : `[U+${character.codePointAt(0)?.toString(16).toUpperCase()}]`,
  )

/** Fails the document where the font would draw a box instead of a character. */
function checkGlyphs(text: string, name: FontName): void {
  for (const character of text.replace(/\s/gu, ''))
    if (!hasGlyph(character, name))
      throw new Error(`the font has no glyph for ${JSON.stringify(character)} (${FONT_FILES[name]})`)
}

/** The whole file, once every page is drawn. */
export function finishPdf(pen: Pen): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pen.document.on('data', (chunk: Buffer) => chunks.push(chunk))
    pen.document.on('error', reject)
    pen.document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    pen.root.end()
    pen.document.end()
  })
}
