import type {
  Block,
  DisclosureBlock,
  DocumentModel,
  FactsBlock,
  SignatureBlock,
  TableBlock,
} from '@dolphin/domain/document/document-model'
import { escapeHtml } from './escape-html.ts'

/**
 * Renders a document as an accessible HTML fragment: one `article` in the document's language with the same
 * words in the same order as the PDF. No style and no script; classes start with `document-`.
 */
export function renderHtml(model: DocumentModel): string {
  const blocks = model.blocks.map((block, index) => renderBlock(block, `document-${index}`))
  const title = `<h1>${escapeHtml(model.title)}</h1>`
  const footer = `<footer class="document-footer">${escapeHtml(model.footer)}</footer>`
  return `<article class="document" lang="${model.language}">\n${[title, ...blocks, footer].join('\n')}\n</article>\n`
}

function renderBlock(block: Block, id: string): string {
  switch (block.kind) {
    case 'heading':
      return element(`h${block.level}`, block.text, languageOf(block))
    case 'paragraph':
      return element('p', block.text, `${languageOf(block)}${emphasisOf(block.emphasis)}`)
    case 'facts':
      return facts(block.facts)
    case 'disclosure':
      return disclosure(block, id)
    case 'table':
      return table(block)
    case 'list':
      return list(block.ordered ? 'ol' : 'ul', block.items, languageOf(block))
    case 'callout': {
      const paragraphs = block.paragraphs.map((text) => element('p', text)).join('')
      return `<div class="document-callout"><p><strong>${escapeHtml(block.title)}</strong></p>${paragraphs}</div>`
    }
    case 'code':
      return `<p class="document-code"><span>${escapeHtml(block.label)}</span> <strong>${escapeHtml(block.code)}</strong></p>`
    case 'signature':
      return signature(block)
  }
}

const element = (tag: string, text: string, attributes = ''): string =>
  `<${tag}${attributes}>${escapeHtml(text)}</${tag}>`

const languageOf = ({ language }: { readonly language?: string }): string =>
  language === undefined ? '' : ` lang="${escapeHtml(language)}"`

const emphasisOf = (emphasis: string | undefined): string =>
  emphasis === undefined ? '' : ` class="document-${emphasis}"`

function list(tag: 'ol' | 'ul', items: readonly string[], attributes: string): string {
  return `<${tag}${attributes}>${items.map((item) => element('li', item)).join('')}</${tag}>`
}

function facts(pairs: FactsBlock['facts']): string {
  if (pairs.length === 0) return ''
  const items = pairs.map(({ label, value }) => `<div>${element('dt', label)}${element('dd', value)}</div>`)
  return `<dl class="document-facts">${items.join('')}</dl>`
}

function disclosure({ title, figures, schedule, terms }: DisclosureBlock, id: string): string {
  const items = figures.map(({ label, description, value, standsOut }) => {
    const attributes = standsOut ? ' class="document-stands-out"' : ''
    const meaning = element('dd', description, ' class="document-figure-meaning"')
    return `<div${attributes}>${element('dt', label)}${meaning}${element('dd', value, ' class="document-figure"')}</div>`
  })
  const parts = [
    element('h2', title, ` id="${id}"`),
    `<dl class="document-figures">${items.join('')}</dl>`,
    table(schedule),
    facts(terms),
  ]
  return `<section class="document-disclosure" aria-labelledby="${id}">\n${parts.join('\n')}\n</section>`
}

function table({ caption, columns, rows }: TableBlock): string {
  const side = (index: number) => (columns[index]?.align === 'end' ? ' class="document-end"' : '')
  const heads = columns.map(({ label }, index) => element('th', label, ` scope="col"${side(index)}`))
  const body = rows.map((row) => {
    const cells = row.map((cell, index) =>
      index === 0 ? element('th', cell, ` scope="row"${side(index)}`) : element('td', cell, side(index)),
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<div class="document-table" role="region" aria-label="${escapeHtml(caption)}" tabindex="0"><table>${element('caption', caption)}<thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

function signature({ role, name, mark, facts: evidence }: SignatureBlock): string {
  const parts = [element('p', role, ' class="document-strong"'), markHtml(name, mark), element('p', name)]
  return `<div class="document-signature">${parts.join('')}${facts(evidence)}</div>`
}

function markHtml(name: string, mark: SignatureBlock['mark']): string {
  if (mark === undefined) return ''
  if (mark.kind === 'typed') return element('p', mark.text, ' class="document-mark"')
  const lines = mark.strokes.map((points) => points.map(({ x, y }) => `${x},${y}`).join(' '))
  const drawn = lines.map(
    (points) => `<polyline points="${escapeHtml(points)}" fill="none" stroke="currentColor"/>`,
  )
  const label = escapeHtml(`Handwritten signature of ${name}`)
  return `<svg class="document-mark" role="img" aria-label="${label}" viewBox="${escapeHtml(`0 0 ${mark.width} ${mark.height}`)}">${drawn.join('')}</svg>`
}
