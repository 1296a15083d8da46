import type { DisclosureBlock, KeyFigure } from '@dolphin/domain/documents/document-model'
import { BODY, CONTENT_WIDTH, INK, PAGE, type Pen, STRONG, type TextStyle } from './pdf-pen.ts'
import { drawTable, tableHeight } from './pdf-table.ts'

const INSET = 12
const AREA = { x: PAGE.margin + INSET, width: CONTENT_WIDTH - 2 * INSET }
const TITLE: TextStyle = { font: 'bold', size: 13 }
const DESCRIPTION: TextStyle = { font: 'regular', size: 8.5 }
const LABEL_WIDTH = 84
/** The two figures that must stand out get more room, larger digits and a heavier frame. */
const LOUD = { share: 1.2, label: 9.5, value: 20, border: 2 } as const
const QUIET = { share: 1, label: 9, value: 14, border: 0.75 } as const

/**
 * The federal box: one frame on one page around everything that belongs in it and nothing else.
 * Source: 12 CFR 1026.17(a)(1)-(2).
 */
export function drawDisclosure(pen: Pen, block: DisclosureBlock): void {
  const height = disclosureHeight(pen, block)
  if (height > PAGE.height - PAGE.margin - PAGE.bottom)
    throw new Error('the federal box does not fit on a page')
  pen.reserve(height)
  const top = pen.document.y
  pen.document.y += INSET
  pen.text(pen.root, 'H2', { text: block.title, place: { ...AREA, y: pen.document.y }, style: TITLE })
  pen.document.outline.addItem(block.title)
  pen.document.y += 6
  drawFigures(pen, block.figures)
  pen.document.y += 10
  drawTable(pen, block.schedule, AREA)
  drawTerms(pen, block.terms)
  const bottom = pen.document.y + INSET - 4
  pen.decorate((document) => {
    document
      .lineWidth(1.5)
      .rect(PAGE.margin, top, CONTENT_WIDTH, bottom - top)
      .stroke(INK.text)
  })
  pen.document.y = bottom + 16
}

function disclosureHeight(pen: Pen, { title, figures, schedule, terms }: DisclosureBlock): number {
  const termHeights = terms.map(({ value }) => pen.height(value, AREA.width - LABEL_WIDTH, BODY) + 4)
  return (
    pen.height(title, AREA.width, TITLE) +
    figuresHeight(pen, figures) +
    tableHeight(pen, schedule, AREA) +
    termHeights.reduce((total, height) => total + height, 0) +
    2 * INSET +
    24
  )
}

const lookOf = ({ standsOut }: KeyFigure) => (standsOut ? LOUD : QUIET)

function figureWidth(figures: readonly KeyFigure[], figure: KeyFigure): number {
  const shares = figures.reduce((total, one) => total + lookOf(one).share, 0)
  return (AREA.width * lookOf(figure).share) / shares
}

const labelStyle = (figure: KeyFigure): TextStyle => ({ font: 'bold', size: lookOf(figure).label })
const valueStyle = (figure: KeyFigure): TextStyle => ({ font: 'bold', size: lookOf(figure).value })

function labelHeight(pen: Pen, figures: readonly KeyFigure[]): number {
  return Math.max(
    ...figures.map((one) => pen.height(one.label, figureWidth(figures, one) - 14, labelStyle(one))),
  )
}

function figuresHeight(pen: Pen, figures: readonly KeyFigure[]): number {
  const words = figures.map((one) => pen.height(one.description, figureWidth(figures, one) - 14, DESCRIPTION))
  return labelHeight(pen, figures) + Math.max(...words) + 48
}

/** Side by side for the eye; for a screen reader a table with one row per figure: name, meaning, figure. */
function drawFigures(pen: Pen, figures: readonly KeyFigure[]): void {
  const table = pen.group(pen.root, 'Table')
  const top = pen.document.y
  const height = figuresHeight(pen, figures)
  const labels = labelHeight(pen, figures)
  let x = AREA.x
  for (const figure of figures) {
    const width = figureWidth(figures, figure)
    const left = x
    const inner = { x: left + 7, width: width - 14 }
    pen.decorate((document) => {
      const { border } = lookOf(figure)
      const box = [left + border / 2, top + border / 2, width - border, height - border] as const
      document
        .lineWidth(border)
        .rect(...box)
        .stroke(INK.text)
    })
    const row = pen.group(table, 'TR')
    pen.text(row, 'TH', {
      text: figure.label,
      place: { ...inner, y: top + 7 },
      style: labelStyle(figure),
      options: { scope: 'Row' },
    })
    pen.text(row, 'TD', {
      text: figure.description,
      place: { ...inner, y: top + 9 + labels },
      style: DESCRIPTION,
    })
    pen.text(row, 'TD', {
      text: figure.value,
      place: { ...inner, y: top + height - lookOf(figure).value - 14 },
      style: valueStyle(figure),
    })
    row.end()
    x += width
  }
  table.end()
  pen.document.y = top + height
}

function drawTerms(pen: Pen, terms: DisclosureBlock['terms']): void {
  for (const { label, value } of terms) {
    const y = pen.document.y
    const group = pen.group(pen.root, 'Div')
    pen.text(group, 'P', { text: label, place: { x: AREA.x, y, width: LABEL_WIDTH }, style: STRONG })
    pen.text(group, 'P', {
      text: value,
      place: { x: AREA.x + LABEL_WIDTH, y, width: AREA.width - LABEL_WIDTH },
      style: BODY,
    })
    group.end()
    pen.document.y += 4
  }
}
