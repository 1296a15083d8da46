import { createServer } from 'node:http'
import { ownRowsQuery } from '@dolphin/database/own-rows-query'
import pg from 'pg'

/** As many sessions as the product keeps. */
const POOL_SIZE = 20

interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** What the product asked for one answer, word for word, from which database, and the answer. */
export interface FloorWork {
  readonly databaseUrl: string
  /** Message by message: a statement alone, or one after the statement that takes a borrower's role for it. */
  readonly asked: readonly (readonly Statement[])[]
  /** Answered where nothing is asked. */
  readonly body: string
}

/** Asks one message as the product does. */
async function ask(pool: pg.Pool, [first, second]: readonly Statement[]): Promise<readonly unknown[]> {
  if (first === undefined) throw new Error('a message has a statement')
  if (second === undefined) return (await pool.query({ ...first, values: [...first.values] })).rows
  const client = await pool.connect()
  try {
    const settings = first.values.map((value) => value ?? '')
    const { name, text } = second
    return (await ownRowsQuery(client, settings, { name, text }, second.values)).rows
  } finally {
    client.release()
  }
}

/**
 * The floor of a read: nothing but node:http, the same prepared statements one after the other, and the rows as JSON;
 * or the same text, for a read that asks nothing. Answers the port it listens on.
 */
export async function serveBare({ databaseUrl, asked, body }: FloorWork): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  const server = createServer((_request, response) => {
    const answer = async () => {
      const rows: unknown[] = []
      for (const message of asked) rows.push(await ask(pool, message))
      const text = asked.length === 0 ? body : JSON.stringify(rows)
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    }
    answer().catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the floor listens on a port')
  return address.port
}
