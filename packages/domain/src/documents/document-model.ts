/**
 * A document as data: one model, rendered as accessible HTML on the page and as tagged PDF for the file.
 *
 * Everything in it is JSON (strings, numbers, booleans, arrays, objects), so it can be stored, hashed and
 * sent to the browser as it stands. It has no layout and no HTML: renderers decide how a block looks, the
 * model decides what is said and in which order.
 */
export type DocumentModel = {
  /** What the document calls itself in the title bar, the bookmarks and the heading of level 1. */
  readonly title: string
  /** BCP 47 language of every block that does not name its own. */
  readonly language: DocumentLanguage
  readonly brand: DocumentBrand
  /** Repeated at the foot of every page, before "Page n of m"; identifies the document on paper. */
  readonly footer: string
  /** It quotes what people wrote: a character that no font has stands as its number, where another document would fail. */
  readonly quotesPeople?: true
  readonly blocks: readonly Block[]
}

export type DocumentLanguage = 'en' | 'es'

/** The sender's name and color. The color is decoration only and carries no meaning. */
export type DocumentBrand = { readonly name: string; readonly primaryColor: string }

export type Block =
  | HeadingBlock
  | ParagraphBlock
  | FactsBlock
  | DisclosureBlock
  | TableBlock
  | ListBlock
  | CalloutBlock
  | CodeBlock
  | SignatureBlock

/** Level 2 opens a section (and a bookmark), level 3 divides one. Level 1 is the document's title. */
export type HeadingBlock = {
  readonly kind: 'heading'
  readonly level: 2 | 3
  readonly text: string
  /** On paper it begins a new page. */
  readonly startsPage?: boolean
  readonly language?: DocumentLanguage
}

export type ParagraphBlock = {
  readonly kind: 'paragraph'
  readonly text: string
  readonly emphasis?: 'strong' | 'small'
  readonly language?: DocumentLanguage
}

/** Pairs of a label and what is said of it, such as "Lender" and its name and address. */
export type FactsBlock = {
  readonly kind: 'facts'
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/**
 * The federal box: figures and terms grouped together and apart from everything else.
 *
 * `standsOut` marks the two figures the law wants more conspicuous than the rest.
 * Source: Regulation Z, 12 CFR 1026.17(a)(1)-(2).
 */
export type DisclosureBlock = {
  readonly kind: 'disclosure'
  readonly title: string
  readonly figures: readonly KeyFigure[]
  readonly schedule: TableBlock
  readonly terms: readonly { readonly label: string; readonly value: string }[]
}

export type KeyFigure = {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly standsOut: boolean
}

export type TableBlock = {
  readonly kind: 'table'
  readonly caption: string
  readonly columns: readonly TableColumn[]
  /** One string per column; the first cell of a row is its header. */
  readonly rows: readonly (readonly string[])[]
}

/** `share` is the part of the table's width, relative to the other columns. */
export type TableColumn = {
  readonly label: string
  readonly align: 'start' | 'end'
  readonly share: number
}

export type ListBlock = {
  readonly kind: 'list'
  readonly ordered: boolean
  readonly items: readonly string[]
  readonly language?: DocumentLanguage
}

/** Something the reader must not miss, framed: a right, a warning, the choice just made. */
export type CalloutBlock = {
  readonly kind: 'callout'
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** A code to be read and typed elsewhere, shown large and letter by letter. */
export type CodeBlock = { readonly kind: 'code'; readonly label: string; readonly code: string }

/** A place for a mark; `mark` is absent until the document is signed. */
export type SignatureBlock = {
  readonly kind: 'signature'
  readonly role: string
  readonly name: string
  readonly mark?: SignatureMark
  /** Evidence shown under the mark, such as "Signed" and an instant. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

export type SignatureMark =
  | { readonly kind: 'typed'; readonly text: string }
  | {
      readonly kind: 'drawn'
      /** Size of the pad the strokes were drawn on, in its own units. */
      readonly width: number
      readonly height: number
      readonly strokes: readonly (readonly { readonly x: number; readonly y: number }[])[]
    }
