import type { DocumentLanguage, DocumentModel } from '@dolphin/domain/documents/document-model'
import { drawBlock } from './pdf-blocks.ts'
import { CONTENT_WIDTH, createPen, finishPdf, INK, PAGE, type Pen, SMALL } from './pdf-pen.ts'

const HEX_COLOR = /^#[0-9a-f]{6}$/i

/**
 * Renders a document as tagged PDF: headings, tables with heads, lists, language, title, bookmarks, embedded
 * fonts; page numbers and frames are marked as decoration.
 *
 * The same model at the same instant gives the same bytes; their SHA-256 is what a signer agrees to.
 */
export function renderPdf(model: DocumentModel, at: Date): Promise<Uint8Array> {
  const title = `${model.title} – ${model.brand.name}`
  const pen = createPen(title, model.language, at, model.quotesPeople === true ? 'named' : 'refused')
  const accent = HEX_COLOR.test(model.brand.primaryColor) ? model.brand.primaryColor : INK.text
  drawLetterhead(pen, model, accent)
  for (const block of model.blocks) drawBlock(pen, block, accent)
  drawFooters(pen, model)
  return finishPdf(pen)
}

/** Brand and color are decoration: the lender is named in full in the text. */
function drawLetterhead(pen: Pen, { title, brand }: DocumentModel, accent: string): void {
  pen.decorate((document) => document.rect(0, 0, PAGE.width, 10).fill(accent))
  pen.decorate(() =>
    pen.write(
      brand.name,
      { x: PAGE.margin, y: 34, width: CONTENT_WIDTH },
      { font: 'bold', size: 11, color: INK.muted },
    ),
  )
  pen.document.y = PAGE.margin + 4
  pen.document.outline.addItem(title)
  pen.text(pen.root, 'H1', {
    text: title,
    place: { x: PAGE.margin, y: pen.document.y, width: CONTENT_WIDTH },
    style: { font: 'bold', size: 20 },
  })
  pen.document.y += 10
}

const PAGE_OF: Readonly<Record<DocumentLanguage, readonly [page: string, of: string]>> = {
  en: ['Page', 'of'],
  es: ['Página', 'de'],
}

function drawFooters(pen: Pen, { footer, language }: DocumentModel): void {
  const [page, of] = PAGE_OF[language]
  const { start, count } = pen.document.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    pen.document.switchToPage(index)
    // The footer stands below the bottom margin, where text would otherwise start a new page.
    pen.document.page.margins.bottom = 0
    const y = PAGE.height - 40
    pen.decorate((document) => {
      document
        .lineWidth(0.5)
        .moveTo(PAGE.margin, y - 6)
        .lineTo(PAGE.width - PAGE.margin, y - 6)
        .stroke(INK.line)
      pen.write(footer, { x: PAGE.margin, y, width: CONTENT_WIDTH - 90 }, SMALL)
      const number = `${page} ${index - start + 1} ${of} ${count}`
      pen.write(number, { x: PAGE.width - PAGE.margin - 90, y, width: 90 }, { ...SMALL, align: 'right' })
    })
  }
}
