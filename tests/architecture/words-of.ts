import { parseSync } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

/** A piece of a file with words in it: a line of text (comment, string, template, markup), or a name. */
export interface Place {
  readonly place: string
  readonly text: string
  readonly kind: 'text' | 'name'
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Specifiers of imports are paths of files, not words. */
const SKIPPED = new Set(['source', 'type', 'start', 'end', 'parent'])

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  if (!isNode(value)) return
  yield value
  for (const [key, part] of Object.entries(value)) if (!SKIPPED.has(key)) yield* nodesIn(part)
}

/** The text of a string, of a part of a template, or of markup. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type !== 'TemplateElement') return undefined
  return (node['value'] as { readonly cooked: string | null }).cooked ?? undefined
}

const NAMES = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier'])

/** Every comment, text and name of a source file, with the line on which it stands. */
export function wordsOf({ path, text }: SourceFile): Place[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (offset: number): number => {
    const next = starts.findIndex((start) => start > offset)
    return next === -1 ? starts.length : next
  }
  const { program, comments } = parseSync(path, text)
  const said = (offset: number, words: string): Place[] =>
    words
      .split('\n')
      .map((line, index) => ({ place: `${path}:${lineAt(offset) + index}`, text: line, kind: 'text' }))
  const inCode = [...nodesIn(program)].flatMap((node): Place[] => {
    if (NAMES.has(node.type))
      return [{ place: `${path}:${lineAt(node.start)}`, text: String(node['name']), kind: 'name' }]
    const words = textOf(node)
    return words === undefined ? [] : said(node.start, words)
  })
  return [...comments.flatMap(({ start, value }) => said(start, value)), ...inCode]
}
