/** The program that runs a round of money in a process of its own; see money-process.ts. */
export const KILL_PROGRAM = new URL('./money-process-main.ts', import.meta.url)

/** What its bundle cannot hold, or gains nothing by. */
export const PACKAGES_LEFT_OUT = [
  'fastify',
  '@fastify/*',
  'pg',
  'pino',
  'drizzle-orm',
  'zod',
  '@electric-sql/pglite',
  'pg-boss',
]
