import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { getDocumentProxy } from 'unpdf'
import { namesHugePicture, plainNames } from './pdf-pictures.ts'
import { measurePdf } from './pdf-work.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** A word of a page, with its place from the left edge in points. */
export interface PdfWord {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** The words of one line of a page, from left to right. */
export type PdfLine = readonly PdfWord[]

/** Why the text of a PDF is not read. */
export type PdfProblem =
  | 'damaged'
  | 'locked'
  | 'program'
  | 'tooManyPages'
  | 'hugePage'
  | 'hugePicture'
  | 'tooMuchText'
  | 'tooMuchWork'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/**
 * The text layer of a PDF as lines, page by page from top to bottom; none where its pages are pictures. Nothing of the
 * file runs or is fetched. What the library throws of a file that it cannot read is `damaged`, or `locked` where it
 * needs a password. Source: docs/decisions/statements.md.
 */
export async function pdfTextLines(bytes: Uint8Array): Promise<Outcome<readonly PdfLine[], PdfProblem>> {
  if (!isWhole(bytes)) return refused('damaged')
  const text = plainNames(bytes)
  if (ACTIVE_NAMES.test(text)) return refused('program')
  if (namesHugePicture(text)) return refused('hugePicture')
  const work = measurePdf(bytes)
  if (!work.ok) return work
  try {
    // The library takes over the bytes that it is given.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, enableXfa: false })
    try {
      return await linesOf(pdf)
    } finally {
      await pdf.loadingTask.destroy()
    }
  } catch (error) {
    return refused(error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged')
  }
}

const END = '%%EOF'
const TAIL_BYTES = 2_048

/** A download that broke off has no end; what stands behind the end is not part of the PDF. */
const isWhole = (bytes: Uint8Array): boolean => Buffer.from(bytes).lastIndexOf(END) >= 0

/** Whether more than blanks stands behind the end of a PDF. */
export function hasBytesBehindEnd(bytes: Uint8Array): boolean {
  const end = Buffer.from(bytes).lastIndexOf(END)
  const behind = end < 0 ? '' : Buffer.from(bytes.subarray(end + END.length)).toString('latin1')
  return behind.length > TAIL_BYTES || /[^\s\0]/.test(behind)
}

/** Names of what a statement never holds; each is too long to stand in compressed data by chance. */
const ACTIVE_NAMES =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|ImportData|SubmitForm|Rendition|GoToE)(?![A-Za-z])/
const ACTIVE_ANNOTATIONS: ReadonlySet<string> = new Set([
  'FileAttachment',
  'RichMedia',
  'Screen',
  'Movie',
  'Sound',
  '3D',
])

/** The same inside of compressed objects, which only the library reads. */
async function holdsProgram(pdf: Pdf): Promise<boolean> {
  const { info } = await pdf.getMetadata()
  if ('IsXFAPresent' in info && info.IsXFAPresent === true) return true
  return (await pdf.getJSActions()) !== null || (await pdf.getAttachments()) !== null
}

async function pageHoldsProgram(page: Page): Promise<boolean> {
  if ((await page.getJSActions()) !== null) return true
  const annotations = (await page.getAnnotations()) as readonly Readonly<Record<string, unknown>>[]
  return annotations.some(
    ({ subtype, actions }) => ACTIVE_ANNOTATIONS.has(String(subtype)) || (actions ?? null) !== null,
  )
}

async function linesOf(pdf: Pdf): Promise<Outcome<readonly PdfLine[], PdfProblem>> {
  if (pdf.numPages > STATEMENT_LIMITS.pdfPages) return refused('tooManyPages')
  if (await holdsProgram(pdf)) return refused('program')
  const lines: PdfLine[] = []
  let words = 0
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    if (Math.max(width, height) > STATEMENT_LIMITS.pdfPageInches * POINTS_PER_INCH) return refused('hugePage')
    if (await pageHoldsProgram(page)) return refused('program')
    const placed = await wordsOf(page, STATEMENT_LIMITS.pdfWords - words)
    if (placed === undefined) return refused('tooMuchText')
    words += placed.length
    lines.push(...inLines(placed))
    page.cleanup()
  }
  return ok(lines)
}

const POINTS_PER_INCH = 72

interface PlacedWord extends PdfWord {
  /** From the top of the page. */
  readonly down: number
  readonly height: number
}

/** The words of a page where they stand when it is shown upright; undefined where there are more, which are not read. */
async function wordsOf(page: Page, most: number): Promise<readonly PlacedWord[] | undefined> {
  const toPage = page.getViewport({ scale: 1 }).transform as readonly number[] as Matrix
  const reader = page.streamTextContent().getReader()
  const words: PlacedWord[] = []
  let items = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return words
    const found = (value as TextContent).items
    items += found.length
    for (const item of found) if ('str' in item) words.push(...wordsIn(item, toPage))
    if (items > 2 * most || words.length > most) {
      await reader.cancel(new Error('more text than a statement has'))
      return undefined
    }
  }
}

type TextContent = Awaited<ReturnType<Page['getTextContent']>>
type TextItem = Extract<TextContent['items'][number], { readonly str: string }>

function wordsIn({ str, width, transform }: TextItem, [a, b, c, d, e, f]: Matrix): PlacedWord[] {
  const [, , slantX, slantY, x, y] = transform as readonly number[] as Matrix
  const left = a * x + c * y + e
  const place = { down: b * x + d * y + f, height: Math.hypot(slantX, slantY) }
  return [...str.matchAll(/[^\s\p{Cc}]+/gu)].map(({ 0: text, index }) => ({
    ...place,
    text,
    left: left + (width * index) / str.length,
    right: left + (width * (index + text.length)) / str.length,
  }))
}

type Matrix = readonly [number, number, number, number, number, number]

/** Of the height of a letter: how far words of one line stand apart from top to bottom, and parts of one word from left to right. */
const [SAME_LINE, SAME_WORD] = [0.4, 0.1]

function inLines(words: readonly PlacedWord[]): readonly PdfLine[] {
  const lines: PlacedWord[][] = []
  for (const word of words.toSorted((one, other) => one.down - other.down)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line === undefined || first === undefined || word.down - first.down > SAME_LINE * first.height)
      lines.push([word])
    else line.push(word)
  }
  return lines.map((line) => joined(line.toSorted((one, other) => one.left - other.left)))
}

/** Parts of a word that the file writes one by one are put together. */
function joined(line: readonly PlacedWord[]): PdfLine {
  const words: PdfWord[] = []
  for (const { text, left, right, height } of line) {
    const last = words.at(-1)
    if (last !== undefined && left - last.right < SAME_WORD * height)
      words[words.length - 1] = {
        text: last.text + text,
        left: last.left,
        right: Math.max(right, last.right),
      }
    else words.push({ text, left, right })
  }
  return words
}
