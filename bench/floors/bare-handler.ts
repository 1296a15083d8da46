import { createServer } from 'node:http'
import { type Executor, executorOver, type QueryClient } from '@dolphin/database/executor'
import { findLoanPage } from '@dolphin/database/loan-page-repository'
import { ownRowsQuery } from '@dolphin/database/own-rows-query'
import { findSession } from '@dolphin/database/session-repository'
import pg from 'pg'
import { hashToken } from '../../apps/api/src/secrets.ts'

/** Whose loan the floor reads, and from which database. */
export interface FloorWork {
  readonly databaseUrl: string
  readonly accessToken: string
  readonly portfolioId: number
  readonly openId: string
  readonly loanNo: string
}

/** As many sessions as the product keeps. */
const POOL_SIZE = 20

interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** What the product would ask, word for word: the repositories speak to a client that only listens. */
async function statementsOf(work: FloorWork): Promise<Statement[]> {
  const heard: Statement[] = []
  const listening: Pick<QueryClient, 'query'> = {
    query(statement) {
      heard.push(statement as Statement)
      return Promise.resolve({ rows: [] } as unknown as pg.QueryResult)
    },
  }
  const executor: Executor = executorOver(listening)
  const { portfolioId, openId, loanNo } = work
  await findSession(executor, hashToken(work.accessToken))
  await findLoanPage(executor, { portfolioId, openId }, loanNo, 'newest')
  return heard
}

/** Asks one statement as the product does: the session by the login's own role, the page by a borrower's. */
async function ask(
  pool: pg.Pool,
  { name, text, values }: Statement,
  settings: readonly string[] | undefined,
) {
  const query = { name, text, values: [...values] }
  if (settings === undefined) return await pool.query(query)
  const client = await pool.connect()
  try {
    return await ownRowsQuery(client, settings, { name, text }, query.values)
  } finally {
    client.release()
  }
}

/**
 * The floor of payment-detail: nothing but node:http, the same prepared statements one after the other, and the rows
 * as JSON. Answers the port it listens on.
 */
export async function serveBare(work: FloorWork): Promise<number> {
  const [session, page] = await statementsOf(work)
  if (session === undefined || page === undefined) throw new Error('the product asks two statements')
  const borrower = [String(work.portfolioId), work.openId, '']
  const pool = new pg.Pool({ connectionString: work.databaseUrl, max: POOL_SIZE })
  const server = createServer((_request, response) => {
    const answer = async () => {
      await ask(pool, session, undefined)
      const { rows } = await ask(pool, page, borrower)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
    }
    answer().catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the floor listens on a port')
  return address.port
}
