import type { Plugin } from 'vite'

/** A chunk of the build, as far as it matters here. */
export interface BuiltChunk {
  readonly fileName: string
  readonly isEntry: boolean
  readonly facadeModuleId: string | null
  readonly moduleIds: readonly string[]
  /** The chunks that have to be there before it can run. */
  readonly imports: readonly string[]
}

/** A page, or a screen that one page shows of another feature. */
const PAGE = /features[\\/]([\w-]+)[\\/]([\w-]+?)(?:-page|(-screen))\.tsx$/

/**
 * The chunks of each page beyond those that the entry brings, by the page's name (`features/<name>-page.tsx`), and of
 * each screen (`features/<name>.tsx`, whose name ends in "-screen").
 */
export function pageChunks(chunks: readonly BuiltChunk[]): Readonly<Record<string, readonly string[]>> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closure = (files: readonly string[], found: Set<string>): Set<string> => {
    for (const file of files) {
      const chunk = byFile.get(file)
      if (chunk === undefined || found.has(file)) continue
      found.add(file)
      closure(chunk.imports, found)
    }
    return found
  }
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  const entry = closure(entries, new Set())
  const pages = new Map<string, string[]>()
  for (const chunk of chunks) {
    for (const id of new Set([chunk.facadeModuleId ?? '', ...chunk.moduleIds])) {
      const [, feature, page, screen = ''] = PAGE.exec(id) ?? []
      if (feature === undefined || page === undefined) continue
      const name = `${feature}/${page}${screen}`
      pages.set(name, [...(pages.get(name) ?? []), chunk.fileName])
    }
  }
  return Object.fromEntries(
    [...pages]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, files]) => [name, [...closure(files, new Set())].filter((file) => !entry.has(file))]),
  )
}

/** What every page begins with. */
const FRAME = /^assets\/(?:index|react|frame|rolldown-runtime)-/

/**
 * Refuses a build whose frame needs a chunk of some pages: every page would load it, and one that needs the frame in turn
 * would run before it.
 */
export function requireLeanFrame(chunks: readonly BuiltChunk[]): void {
  const inFrame = chunks.filter(({ isEntry, fileName }) => isEntry || FRAME.test(fileName))
  const foreign = inFrame.flatMap(({ imports }) => imports.filter((file) => !FRAME.test(file)))
  if (foreign.length > 0)
    throw new Error(`The frame imports ${foreign.join(', ')}: name the module in FRAME of vite.config.ts`)
}

/** Writes `page-chunks.<language>.json` beside the page, for the server to tell browsers early what a page needs. */
export function writePageChunks(language: string): Plugin {
  return {
    name: 'page-chunks',
    apply: 'build',
    // Before the page is written: that step takes the entry itself out of the bundle where it only imports
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      requireLeanFrame(chunks)
      const source = JSON.stringify(pageChunks(chunks))
      this.emitFile({ type: 'asset', fileName: `page-chunks.${language}.json`, source })
    },
  }
}
