import type {
  Block,
  CalloutBlock,
  CodeBlock,
  FactsBlock,
  HeadingBlock,
  ListBlock,
  ParagraphBlock,
} from '@dolphin/domain/documents/document-model'
import { drawDisclosure } from './pdf-disclosure.ts'
import {
  BODY,
  CONTENT_WIDTH,
  type ElementOptions,
  INK,
  PAGE,
  type Pen,
  SMALL,
  STRONG,
  type TextStyle,
} from './pdf-pen.ts'
import { drawSignature } from './pdf-signature.ts'
import { drawTable } from './pdf-table.ts'

const COLUMN = { x: PAGE.margin, width: CONTENT_WIDTH }
const HEADINGS: Readonly<Record<HeadingBlock['level'], TextStyle>> = {
  2: { font: 'bold', size: 13 },
  3: { font: 'bold', size: 10.5 },
}
/** A heading stays with at least this much of what it heads. */
const KEEP_WITH_NEXT = 56

/** Draws one block below the last one; `accent` is the brand's color for decoration. */
export function drawBlock(pen: Pen, block: Block, accent: string): void {
  switch (block.kind) {
    case 'heading':
      return drawHeading(pen, block)
    case 'paragraph':
      return drawParagraph(pen, block)
    case 'facts':
      return drawFacts(pen, block.facts)
    case 'disclosure':
      return drawDisclosure(pen, block)
    case 'table':
      return drawTable(pen, block)
    case 'list':
      return drawList(pen, block)
    case 'callout':
      return drawCallout(pen, block, accent)
    case 'code':
      return drawCode(pen, block)
    case 'signature':
      drawSignature(pen, block)
      return drawFacts(pen, block.facts)
  }
}

function languageOf({ language }: { readonly language?: string }): ElementOptions {
  return language === undefined ? {} : { lang: language }
}

function drawHeading(pen: Pen, block: HeadingBlock): void {
  const style = HEADINGS[block.level]
  const space = block.level === 2 ? 12 : 4
  if (block.startsPage === true) pen.newPage()
  else pen.reserve(space + pen.height(block.text, COLUMN.width, style) + KEEP_WITH_NEXT)
  if (pen.document.y > PAGE.margin) pen.document.y += space
  if (block.level === 2) pen.document.outline.addItem(block.text)
  pen.text(pen.root, `H${block.level}`, {
    text: block.text,
    place: { ...COLUMN, y: pen.document.y },
    style,
    options: languageOf(block),
  })
  pen.document.y += block.level === 2 ? 5 : 2
}

function drawParagraph(pen: Pen, block: ParagraphBlock): void {
  const style = block.emphasis === 'strong' ? STRONG : block.emphasis === 'small' ? SMALL : BODY
  // Kept on one page up to a quarter of it; a longer paragraph flows on to the next page by itself.
  pen.reserve(Math.min(pen.height(block.text, COLUMN.width, style), PAGE.height / 4))
  pen.text(pen.root, 'P', {
    text: block.text,
    place: { ...COLUMN, y: pen.document.y },
    style,
    options: languageOf(block),
  })
  pen.document.y += 6
}

function drawFacts(pen: Pen, facts: FactsBlock['facts']): void {
  if (facts.length === 0) return
  const labelWidth = 150
  const valueWidth = COLUMN.width - labelWidth
  const table = pen.group(pen.root, 'Table')
  for (const { label, value } of facts) {
    const height = Math.max(pen.height(label, labelWidth - 10, STRONG), pen.height(value, valueWidth, BODY))
    pen.reserve(height)
    const y = pen.document.y
    const row = pen.group(table, 'TR')
    pen.text(row, 'TH', {
      text: label,
      place: { x: COLUMN.x, y, width: labelWidth - 10 },
      style: STRONG,
      options: { scope: 'Row' },
    })
    pen.text(row, 'TD', {
      text: value,
      place: { x: COLUMN.x + labelWidth, y, width: valueWidth },
      style: BODY,
    })
    row.end()
    pen.document.y = y + height + 4
  }
  table.end()
  pen.document.y += 6
}

function drawList(pen: Pen, block: ListBlock): void {
  const indent = 18
  const list = pen.group(pen.root, 'L', languageOf(block))
  for (const [index, text] of block.items.entries()) {
    const height = pen.height(text, COLUMN.width - indent, BODY)
    pen.reserve(height)
    const y = pen.document.y
    const item = pen.group(list, 'LI')
    const label = block.ordered ? `${index + 1}.` : '•'
    pen.decorate(() => pen.write(label, { x: COLUMN.x + 4, y, width: indent }, BODY))
    pen.text(item, 'LBody', {
      text,
      place: { x: COLUMN.x + indent, y, width: COLUMN.width - indent },
      style: BODY,
    })
    item.end()
    pen.document.y = y + height + 3
  }
  list.end()
  pen.document.y += 5
}

function drawCallout(pen: Pen, { title, paragraphs }: CalloutBlock, accent: string): void {
  const inset = 12
  const place = { x: COLUMN.x + inset, width: COLUMN.width - 2 * inset }
  const texts = [title, ...paragraphs]
  const heights = texts.map((text, index) => pen.height(text, place.width, index === 0 ? STRONG : BODY) + 3)
  const height = heights.reduce((total, one) => total + one, 13)
  pen.reserve(height + 4)
  const top = pen.document.y + 2
  pen.decorate((document) => {
    document.rect(COLUMN.x, top, COLUMN.width, height).fill(INK.tint)
    document.rect(COLUMN.x, top, 4, height).fill(accent)
  })
  pen.document.y = top + 8
  const group = pen.group(pen.root, 'Div')
  for (const [index, text] of texts.entries()) {
    pen.text(group, 'P', { text, place: { ...place, y: pen.document.y }, style: index === 0 ? STRONG : BODY })
    pen.document.y += 3
  }
  group.end()
  pen.document.y = top + height + 10
}

function drawCode(pen: Pen, { label, code }: CodeBlock): void {
  pen.reserve(90)
  const top = pen.document.y
  pen.decorate((document) => document.lineWidth(1).rect(COLUMN.x, top, COLUMN.width, 78).stroke(INK.text))
  pen.text(pen.root, 'P', {
    text: label,
    place: { x: COLUMN.x + 14, y: top + 12, width: COLUMN.width - 28 },
    style: BODY,
  })
  const style: TextStyle = { font: 'bold', size: 30 }
  pen.text(pen.root, 'P', {
    text: code,
    place: { x: COLUMN.x + 14, y: top + 30, width: COLUMN.width - 28 },
    style,
  })
  pen.document.y = top + 94
}
