import { startPostgres } from '../postgres.mjs'
import { obtainPostgres } from './tools.mjs'

/**
 * Does something with a PostgreSQL server at `TEST_DATABASE_URL`: the one that it names already, or one of its own for
 * as long as the work takes.
 */
export async function withPostgres(work) {
  if (process.env.TEST_DATABASE_URL) return await work()
  await obtainPostgres()
  const server = await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  try {
    return await work()
  } finally {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
  }
}
