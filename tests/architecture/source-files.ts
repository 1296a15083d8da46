import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. */
export const PROJECT_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const NOT_OURS = new Set(['node_modules', 'dist', 'paraglide', 'migrations'])

/** One of our source files: where it stands and what is in it. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? pathsBelow(path) : [path]
  })
}

/** Every source file of some folders, by default each TypeScript file of the product, its tests included. */
export function sourceFiles(
  folders: readonly string[] = ['apps', 'packages'],
  named = /\.tsx?$/,
): SourceFile[] {
  return folders
    .flatMap((folder) => pathsBelow(join(PROJECT_ROOT, folder)))
    .filter((path) => named.test(path))
    .map((path) => ({ path: relative(PROJECT_ROOT, path), text: readFileSync(path, 'utf8') }))
}

/** One import of a file: what it names, and whether only its types are taken. */
export interface ImportLine {
  readonly specifier: string
  readonly typeOnly: boolean
}

const STATIC_IMPORT = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[\w*{},\s$]+?\s+from\s+)?['"]([^'"]+)['"]/g
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Reads the imports of a file from its text. */
export function importsOf(text: string): ImportLine[] {
  const fixed = [...text.matchAll(STATIC_IMPORT)].map((match) => ({
    specifier: match[3] ?? '',
    typeOnly: match[2] !== undefined,
  }))
  const lazy = [...text.matchAll(DYNAMIC_IMPORT)].map((match) => ({
    specifier: match[1] ?? '',
    typeOnly: false,
  }))
  return [...fixed, ...lazy]
}
