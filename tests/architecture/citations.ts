import { posix } from 'node:path'

/** A text file of the repository, by its path from the root. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** One mention of a Markdown page, with the sections, ids and quoted names that follow it. */
export interface Citation {
  readonly file: string
  readonly line: number
  readonly page: string
  readonly refs: readonly string[]
}

const PAGE = /(?<![\w/.:-])(?:\.\.?\/)*(?:[\w.-]+\/)*[\w-]+\.md\b/g
const REF = String.raw`(?:§\d+(?:\.\d+)?|[A-Z]{1,2}-?\d+\b|"[^"]+")`
const REFS = new RegExp(String.raw`^\x60?(?:['’]s)?,? (${REF}(?:(?:, | and | to )${REF})*)`)
const LINE_BREAK = /\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g

/** Files that a command writes: their names are no citations. */
const OUTPUTS = new Set(['call-coverage.md', 'report.md'])

/**
 * Every citation of a text: the name or path of a Markdown page, and what follows it: `§6`, `§2, §7`, an id such as
 * `T5`, or a heading, a row or a bold term in double quotes. It may continue on the next line of a comment.
 */
export function citationsIn({ path, text }: TextFile): Citation[] {
  return [...text.matchAll(PAGE)]
    .filter(([page]) => !OUTPUTS.has(posix.basename(page)))
    .map(({ 0: page, index }) => {
      const tail = text.slice(index + page.length, index + page.length + 400).replace(LINE_BREAK, ' ')
      const list = REFS.exec(tail)?.[1] ?? ''
      return {
        file: path,
        line: text.slice(0, index).split('\n').length,
        page,
        refs: list.match(new RegExp(REF, 'g')) ?? [],
      }
    })
}

/**
 * The pages that a citation may mean: the one beside the citing page, the one at that path from the root, or each
 * whose path ends so. A citation resolves to one page only.
 */
function pagesMeant({ file, page }: Citation, pages: readonly TextFile[]): readonly TextFile[] {
  const beside = posix.join(posix.dirname(file), page)
  const path = page.replace(/^(?:\.\.?\/)+/, '')
  const exact = pages.find((each) => file.endsWith('.md') && each.path === beside)
  const atRoot = pages.find((each) => each.path === path)
  const only = exact ?? atRoot
  return only === undefined ? pages.filter((each) => each.path.endsWith(`/${path}`)) : [only]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Headings, first cells of table rows, and bold terms: what a page can be cited by. */
function namesOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)]
  const rows = [...text.matchAll(/^\| ?([^|]+?) ?\|/gm)]
  const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)]
  return [...headings, ...rows, ...bold].map(([, name = '']) => name)
}

/** Whether a page has the section, id or quoted name. */
function hasRef({ text }: TextFile, ref: string): boolean {
  if (ref.startsWith('§')) return new RegExp(`^#{2,5} ${escaped(ref.slice(1))}[. ]`, 'm').test(text)
  const name = ref.replaceAll('"', '')
  const pattern = ref.startsWith('"')
    ? new RegExp(escaped(name), 'i')
    : new RegExp(String.raw`(?<!\w)${escaped(name)}(?!\w)`)
  return namesOf(text).some((each) => pattern.test(each))
}

/** What is wrong with a citation, or undefined when its page and every section exist. */
export function faultOf(citation: Citation, pages: readonly TextFile[]): string | undefined {
  const at = `${citation.file}:${citation.line}: ${citation.page}`
  const [page, ...others] = pagesMeant(citation, pages)
  if (page === undefined) return `${at} does not exist`
  if (others.length > 0) return `${at} may be ${[page, ...others].map(({ path }) => path).join(' or ')}`
  const absent = citation.refs.filter((ref) => !hasRef(page, ref))
  return absent.length === 0 ? undefined : `${at} has no ${absent.join(', ')}`
}
