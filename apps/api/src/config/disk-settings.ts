import { resolve } from 'node:path'
import { z } from 'zod'
import { wholeNumber } from './setting-kinds.ts'

/** Settings of the watch over free space; meanings in .env.example. */
export const DISK_SETTINGS = {
  DISK_WATCH_PATHS: z.string().default(''),
  DISK_FULL_PERCENT: wholeNumber({ from: 50, to: 100 }).optional(),
}

export interface DiskConfig {
  /** Absolute folders beside the product's own, such as the database's volume. */
  readonly alsoWatched: readonly string[]
  /** The share of a disk, 0 to 1, from which nothing new is taken. */
  readonly fullAt: number
}

/**
 * PostgreSQL stops with a panic once its disk is full, so a lender's server stops asking it before. Source:
 * design/security.md F6.
 */
const LENDERS_SHARE = 0.9
/** A developer's disk is fuller than a server's, and holds no customer's money. */
const DEVELOPERS_SHARE = 0.98

export function diskOf(
  settings: { readonly DISK_WATCH_PATHS: string; readonly DISK_FULL_PERCENT?: number | undefined },
  workDir: string,
  isProduction: boolean,
): DiskConfig {
  const paths = settings.DISK_WATCH_PATHS.split(',').map((path) => path.trim())
  const percent = settings.DISK_FULL_PERCENT
  return {
    alsoWatched: paths.filter((path) => path !== '').map((path) => resolve(workDir, path)),
    fullAt: percent === undefined ? (isProduction ? LENDERS_SHARE : DEVELOPERS_SHARE) : percent / 100,
  }
}
