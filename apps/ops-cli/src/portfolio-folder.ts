import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type CommandInput, portfolioOption, UsageError } from './command.ts'
import { readJsonFile, readText } from './json-file.ts'
import type { FolderFiles } from './new-portfolio.ts'

/** A portfolio's folder as the server takes it. */
export interface PortfolioFolder {
  readonly portfolioId: number
  readonly files: { file: string; content: Record<string, unknown> }[]
}

/** Reads every data file and picture of a folder named by its portfolio's number. */
export function readFolder(folder: string, input: CommandInput): PortfolioFolder {
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}. Make one: portfolio new 119 …`)
  const name = basename(folder)
  const portfolioId = portfolioOption(input) ?? Number(/^\d{1,3}$/.test(name) ? name : Number.NaN)
  if (!Number.isInteger(portfolioId))
    throw new UsageError('Say which portfolio the folder is: --portfolio 119.')
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  if (found.length === 0) throw new UsageError(`${folder} holds no data files.`)
  const files = found.map((path) => ({
    file: path.slice(join(folder, '/').length),
    content: readContent(path),
  }))
  return { portfolioId, files }
}

const readContent = (path: string): Record<string, unknown> =>
  path.endsWith('.svg') ? { svg: readText(path).trim() } : readJsonFile(path)

/** Writes a folder's files; pictures as they are drawn. Refuses a folder that is there. */
export function writeFolder(folder: string, files: FolderFiles): void {
  if (existsSync(folder))
    throw new UsageError(`${folder} is there already. Name another with --out, or take it away.`)
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    const picture = file.endsWith('.svg') ? (content as { svg: string }).svg : undefined
    writeFileSync(path, `${picture ?? JSON.stringify(content, null, 2)}\n`)
  }
}
