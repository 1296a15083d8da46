import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** Operations of the file system that make something under a name. */
const OPERATIONS = ['cp', 'link', 'open', 'rename', 'writeFile'] as const
export type FileOperation = (typeof OPERATIONS)[number]

/** Told before each such operation of this process; `path` is what it makes. What it throws breaks the operation off. */
export type FileHook = (operation: FileOperation, path: string) => void

const hooks = new Map<string, FileHook>()

/**
 * Has a hook told of what this process does in the file system; a later one of the same name takes its place. The product
 * imports Node's own functions, which are exchanged here: no part of it has a place for a hook.
 */
export function watchFiles(name: string, hook: FileHook): void {
  if (hooks.size === 0) exchangeFunctions()
  hooks.set(name, hook)
}

function exchangeFunctions(): void {
  const watched = OPERATIONS.map((operation) => {
    const run = files[operation] as (...given: unknown[]) => Promise<unknown>
    const made = operation === 'open' || operation === 'writeFile' ? 0 : 1
    const told = async (...given: unknown[]): Promise<unknown> => {
      for (const hook of hooks.values()) hook(operation, String(given[made]))
      return await run(...given)
    }
    return [operation, told] as const
  })
  Object.assign(files, Object.fromEntries(watched))
  syncBuiltinESMExports()
}
