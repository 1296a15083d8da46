import { readFileSync } from 'node:fs'
import { UsageError } from './command.ts'

/** A file as text, without the byte order mark that some editors put first. */
export const readText = (path: string): string => readFileSync(path, 'utf8').replace(/^\ufeff/, '')

/** What a JSON file holds. Throws `UsageError` where it is none. */
export function readJsonFile(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readText(path)) as Record<string, unknown>
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}
