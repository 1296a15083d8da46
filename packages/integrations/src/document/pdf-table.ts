import type { TableBlock } from '@dolphin/domain/documents/document-model'
import { CONTENT_WIDTH, INK, PAGE, type Pen, STRONG, type TextStyle } from './pdf-pen.ts'

const PADDING = { x: 6, y: 4 } as const
const HEAD: TextStyle = { font: 'bold', size: 8.5 }
const CELL: TextStyle = { font: 'regular', size: 9.5 }

type Area = { readonly x: number; readonly width: number }
type Cell = Area & { readonly text: string; readonly style: TextStyle }

const PAGE_AREA: Area = { x: PAGE.margin, width: CONTENT_WIDTH }

/**
 * Draws a table with its caption; rows are never cut, and a table that goes on to another page repeats its
 * heads there as decoration, so that a screen reader hears them once.
 */
export function drawTable(pen: Pen, table: TableBlock, area: Area = PAGE_AREA): void {
  const structure = pen.group(pen.root, 'Table')
  const head = headCells(table, area)
  const captionHeight = pen.height(table.caption, area.width, STRONG)
  const rows = table.rows.map((row) => rowCells(table, row, area))
  const first = rows[0] === undefined ? 0 : rowHeight(pen, rows[0])
  pen.reserve(captionHeight + rowHeight(pen, head) + first + 8)
  pen.text(structure, 'Caption', {
    text: table.caption,
    place: { ...area, y: pen.document.y },
    style: STRONG,
  })
  pen.document.y += 3
  drawRow(pen, structure, head, 'Column')
  for (const cells of rows) {
    const page = pen.document.page
    pen.reserve(rowHeight(pen, cells))
    if (pen.document.page !== page) repeatHead(pen, head)
    drawRow(pen, structure, cells, 'Row')
  }
  structure.end()
  pen.document.y += 10
}

/** Points that `drawTable` will take where no page ends. */
export function tableHeight(pen: Pen, table: TableBlock, area: Area): number {
  const rows = [headCells(table, area), ...table.rows.map((row) => rowCells(table, row, area))]
  const heights = rows.map((cells) => rowHeight(pen, cells))
  return heights.reduce((total, height) => total + height, pen.height(table.caption, area.width, STRONG) + 13)
}

function cells(
  table: TableBlock,
  texts: readonly string[],
  area: Area,
  styleOf: (index: number) => TextStyle,
): Cell[] {
  const shares = table.columns.reduce((total, { share }) => total + share, 0)
  let x = area.x
  return table.columns.map(({ align, share }, index) => {
    const width = (area.width * share) / shares
    const cell = { x, width, text: texts[index] ?? '', style: { ...styleOf(index), align: sideOf(align) } }
    x += width
    return cell
  })
}

const sideOf = (align: 'start' | 'end') => (align === 'end' ? ('right' as const) : ('left' as const))

const headCells = (table: TableBlock, area: Area): Cell[] =>
  cells(
    table,
    table.columns.map(({ label }) => label),
    area,
    () => HEAD,
  )

const rowCells = (table: TableBlock, texts: readonly string[], area: Area): Cell[] =>
  cells(table, texts, area, () => CELL)

function rowHeight(pen: Pen, row: readonly Cell[]): number {
  const heights = row.map(({ text, width, style }) => pen.height(text, width - 2 * PADDING.x, style))
  return Math.max(...heights) + 2 * PADDING.y
}

function drawRow(
  pen: Pen,
  table: PDFKit.PDFStructureElement,
  row: readonly Cell[],
  kind: 'Column' | 'Row',
): void {
  const top = pen.document.y
  const height = rowHeight(pen, row)
  underlay(pen, row, { top, height, filled: kind === 'Column' })
  const structure = pen.group(table, 'TR')
  for (const [index, { x, width, text, style }] of row.entries()) {
    const isHead = kind === 'Column' || index === 0
    const place = { x: x + PADDING.x, y: top + PADDING.y, width: width - 2 * PADDING.x }
    pen.text(structure, isHead ? 'TH' : 'TD', { text, place, style, options: isHead ? { scope: kind } : {} })
  }
  structure.end()
  pen.document.y = top + height
}

/** Where the background of a row stands, in points from the top of the page. */
interface Band {
  readonly top: number
  readonly height: number
  readonly filled: boolean
}

function underlay(pen: Pen, row: readonly Cell[], { top, height, filled }: Band): void {
  const left = row[0]?.x ?? PAGE.margin
  const width = row.reduce((total, cell) => total + cell.width, 0)
  pen.decorate((document) => {
    if (filled) document.rect(left, top, width, height).fill(INK.tint)
    document
      .lineWidth(filled ? 1 : 0.5)
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .stroke(INK.line)
  })
}

function repeatHead(pen: Pen, head: readonly Cell[]): void {
  const top = pen.document.y
  const height = rowHeight(pen, head)
  underlay(pen, head, { top, height, filled: true })
  pen.decorate(() => {
    for (const { x, width, text, style } of head) {
      pen.write(text, { x: x + PADDING.x, y: top + PADDING.y, width: width - 2 * PADDING.x }, style)
    }
  })
  pen.document.y = top + height
}
