import { createServer } from 'node:http'
import { type Executor, executorOver, type QueryClient } from '@dolphin/database/executor'
import { findLoanPage } from '@dolphin/database/loan-page-repository'
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

/**
 * The floor of payment-detail: nothing but node:http, the same prepared statements one after the other, and the rows
 * as JSON. Answers the port it listens on.
 */
export async function serveBare(work: FloorWork): Promise<number> {
  const statements = await statementsOf(work)
  const pool = new pg.Pool({ connectionString: work.databaseUrl, max: POOL_SIZE })
  const server = createServer((_request, response) => {
    const answer = async () => {
      let body = ''
      for (const { name, text, values } of statements) {
        const { rows } = await pool.query({ name, text, values: [...values] })
        body = JSON.stringify(rows)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
    answer().catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the floor listens on a port')
  return address.port
}
