import type { Deps } from '../deps.ts'
import type { JobDefinition } from '../ports/job-queue.ts'

const EVERY_SECONDS = 600

/** Keeps the embedded database in shape, little by little; PostgreSQL does it by itself. */
export function tendDatabaseJob({ database }: Pick<Deps, 'database'>): JobDefinition {
  return {
    name: 'tend-database',
    everySeconds: EVERY_SECONDS,
    ignoresClock: true,
    async run() {
      await database.tend()
    },
  }
}
