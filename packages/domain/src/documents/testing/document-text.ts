import type { Block, DocumentModel, SignatureBlock, TableBlock } from '../document-model.ts'

/**
 * Everything a reader of the document reads, in reading order, one string per structure element.
 *
 * The renderers put out the same strings in the same order, so what is read back from a rendered file can
 * be compared with this one to one.
 */
export function documentText(model: DocumentModel): readonly string[] {
  return [model.title, ...model.blocks.flatMap(blockText)]
}

function blockText(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block.text]
    case 'facts':
      return block.facts.flatMap(({ label, value }) => [label, value])
    case 'disclosure':
      return [
        block.title,
        ...block.figures.flatMap(({ label, description, value }) => [label, description, value]),
        ...tableText(block.schedule),
        ...block.terms.flatMap(({ label, value }) => [label, value]),
      ]
    case 'table':
      return tableText(block)
    case 'list':
      return block.items
    case 'callout':
      return [block.title, ...block.paragraphs]
    case 'code':
      return [block.label, block.code]
    case 'signature':
      return signatureText(block)
  }
}

function tableText(table: TableBlock): readonly string[] {
  return [table.caption, ...table.columns.map(({ label }) => label), ...table.rows.flat()]
}

function signatureText({ role, name, mark, facts }: SignatureBlock): readonly string[] {
  const typed = mark?.kind === 'typed' ? [mark.text] : []
  return [role, ...typed, name, ...facts.flatMap(({ label, value }) => [label, value])]
}
