/** What the bundle of a program of the tests cannot hold, or gains nothing by. */
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
