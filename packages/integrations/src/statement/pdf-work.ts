import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { type PdfObject, type PdfObjects, pdfObjects, refsIn, TooMuchPdf, valueOf } from './pdf-objects.ts'
import { plainNames } from './pdf-pictures.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** How much a reader of the text of a PDF has to do. */
export interface PdfWork {
  readonly pages: number
  /** Operators of pages, of the forms that they show as often as they do, and of glyphs that are drawn. */
  readonly operators: number
  /** How often forms are shown, by pages and by other forms. */
  readonly forms: number
}

export type PdfWorkProblem = 'tooManyPages' | 'tooMuchWork'

const {
  pdfPages,
  pdfNodes,
  pdfObjects: mostObjects,
  pdfUnpackedBytes,
  pdfOperators,
  pdfForms,
  pdfFormDepth,
} = STATEMENT_LIMITS

/**
 * Counts what reading a PDF would do, without doing it: forms that show forms multiply, which a small file uses to keep a
 * reader busy for hours. A file that holds more than a statement does is refused before a library opens it. Encrypted
 * content is not counted; the limit of processor time holds for it. Source: docs/decisions/statements.md.
 */
export function measurePdf(bytes: Uint8Array): Outcome<PdfWork, PdfWorkProblem> {
  try {
    const objects = pdfObjects(bytes, { objects: mostObjects, unpackedBytes: pdfUnpackedBytes })
    return new Measuring(objects).measure()
  } catch (error) {
    if (error instanceof TooMuchPdf || error instanceof TooMuchWork) return refused('tooMuchWork')
    throw error
  }
}

/** More is shown than a statement shows, or a form shows itself. */
class TooMuchWork extends Error {}

interface Shown {
  readonly operators: number
  readonly forms: number
}

/** Where a name of a content leads. */
type XObjects = ReadonlyMap<string, number>

/** A content by itself: its own operators, and how often it shows what stands under each name. */
interface Scanned {
  readonly operators: number
  readonly shows: ReadonlyMap<string, number>
}

/** A page, or what holds pages, with the names that stand above it. */
interface Node {
  readonly number: number
  readonly xObjects: XObjects
}

class Measuring {
  readonly #objects: PdfObjects
  readonly #scanned = new Map<PdfObject, Scanned>()
  readonly #named = new Map<PdfObject, XObjects | undefined>()
  /** What a form comes to under the names that it uses. */
  readonly #forms = new Map<XObjects, Map<PdfObject, Shown>>()
  readonly #work = { pages: 0, nodes: 0, operators: 0, forms: 0 }

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  measure(): Outcome<PdfWork, PdfWorkProblem> {
    const all = [...this.#objects.values()].flat()
    const catalogs = all.filter(({ entries }) => CATALOG.test(entries))
    const waiting: Node[] = catalogs.flatMap(({ entries }) =>
      this.#refs(valueOf(entries, 'Pages')).map((number) => ({ number, xObjects: NO_NAMES })),
    )
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      this.#work.nodes += 1
      waiting.push(...this.#kidsOf(node))
      if (this.#work.nodes + waiting.length > pdfNodes || this.#work.pages > pdfPages)
        return refused('tooManyPages')
    }
    for (const font of all) {
      const glyphs = valueOf(font.entries, 'CharProcs')
      if (glyphs === undefined) continue
      for (const number of this.#refs(this.#dictionary(glyphs)))
        this.#add(number, this.#namesOf(font) ?? NO_NAMES)
    }
    const { pages, operators, forms } = this.#work
    return ok({ pages, operators, forms })
  }

  /** What stands below a node; a page is counted with what it shows. */
  #kidsOf({ number, xObjects: above }: Node): Node[] {
    return (this.#objects.get(number) ?? []).flatMap((object) => {
      const { entries } = object
      if (entries.length > MOST_OF_A_PAGE) throw new TooMuchWork()
      const xObjects = this.#namesOf(object) ?? above
      if (KIDS.test(entries))
        return this.#refs(valueOf(entries, 'Kids')).map((kid) => ({ number: kid, xObjects }))
      this.#work.pages += 1
      for (const content of this.#refs(valueOf(entries, 'Contents'))) this.#add(content, xObjects)
      return []
    })
  }

  /** Counts a content that is shown once more. */
  #add(number: number, xObjects: XObjects): void {
    for (const content of this.#objects.get(number) ?? []) {
      const { operators, forms } = this.#shownBy(content, xObjects, 0)
      this.#work.operators += operators
      this.#work.forms += forms
    }
    if (this.#work.operators > pdfOperators || this.#work.forms > pdfForms) throw new TooMuchWork()
  }

  /** What a reference or an array of them leads to; an array may be an object of its own. */
  #refs(value: string | undefined): number[] {
    return refsIn(value ?? '').flatMap((number) => {
      const array = this.#objects
        .get(number)
        ?.find(({ entries, isStream }) => !isStream && /^\s*\[/.test(entries))
      return array === undefined ? [number] : refsIn(array.entries)
    })
  }

  /** A dictionary as written, or the object that stands for it. */
  #dictionary(value: string | undefined): string | undefined {
    if (value === undefined || value.startsWith('<<')) return value
    return this.#objects.get(refsIn(value)[0] ?? -1)?.at(-1)?.entries
  }

  /** The names of an object's own resources; undefined where it has none. */
  #namesOf(object: PdfObject): XObjects | undefined {
    if (!this.#named.has(object)) {
      const resources = this.#dictionary(valueOf(object.entries, 'Resources'))
      this.#named.set(object, resources === undefined ? undefined : this.#namesIn(resources))
    }
    return this.#named.get(object)
  }

  #namesIn(resources: string): XObjects {
    const named = this.#dictionary(valueOf(resources, 'XObject')) ?? ''
    return new Map([...named.matchAll(NAMED)].map(([, name = '', number]) => [name, Number(number)]))
  }

  /** What a content shows: its own operators, and those of each form that it shows, as often as it does. */
  #shownBy(content: PdfObject, xObjects: XObjects, depth: number): Shown {
    const { operators, shows } = this.#scan(content)
    const total = { operators, forms: 0 }
    for (const [name, times] of shows) {
      const number = xObjects.get(name)
      const form = number === undefined ? undefined : this.#formOf(number, xObjects, depth + 1)
      total.operators += times * (form?.operators ?? 0)
      total.forms += times * (form?.forms ?? 0)
    }
    return total
  }

  #scan(content: PdfObject): Scanned {
    const known = this.#scanned.get(content)
    if (known !== undefined) return known
    const text = content.content()
    const shows = new Map<string, number>()
    for (const [, written = ''] of text.matchAll(SHOWS)) {
      const name = plainNames(Buffer.from(written, 'latin1'))
      shows.set(name, (shows.get(name) ?? 0) + 1)
    }
    let operators = 0
    for (const _ of text.matchAll(OPERATORS)) operators += 1
    const scanned = { operators, shows }
    this.#scanned.set(content, scanned)
    return scanned
  }

  #formOf(number: number, outer: XObjects, depth: number): Shown {
    if (depth > pdfFormDepth) throw new TooMuchWork()
    const total = { operators: 0, forms: 0 }
    for (const form of this.#objects.get(number) ?? []) {
      if (!FORM.test(form.entries)) continue
      const xObjects = this.#namesOf(form) ?? outer
      const { operators, forms } = this.#known(form, xObjects) ?? this.#shownBy(form, xObjects, depth)
      this.#forms.get(xObjects)?.set(form, { operators, forms })
      total.operators += operators
      total.forms += forms + 1
    }
    return total
  }

  #known(form: PdfObject, xObjects: XObjects): Shown | undefined {
    const under = this.#forms.get(xObjects)
    if (under === undefined) this.#forms.set(xObjects, new Map())
    return under?.get(form)
  }
}

const NO_NAMES: XObjects = new Map()
/** A page that says more of itself, or more pages beside each other, are no statement's. */
const MOST_OF_A_PAGE = 100_000
const CATALOG = /\/Type\s*\/Catalog(?![A-Za-z])/
const KIDS = /\/Kids(?![A-Za-z])/
const FORM = /\/Subtype\s*\/Form(?![A-Za-z])/
const NAMED = /\/([^\s/<>[\]()]{1,127})\s+(\d{1,10})\s+\d{1,5}\s+R/g
const SHOWS = /\/([^\s/<>[\]()]{1,127})\s+Do(?![A-Za-z])/g
/** A word between values: an operator, or something that costs as little as one. */
const OPERATORS = /(?<![A-Za-z/])[A-Za-z'"][A-Za-z0-9*]{0,2}(?![A-Za-z0-9])/g
