import { createServer } from 'node:http'
import { inReadOnly } from '@dolphin/database/driver/read-only'
import pg from 'pg'

/** As many sessions as the product keeps. */
const POOL_SIZE = 20
const CHANGE = /^\s*(?:insert|update|delete)\b/i

interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** A statement alone, or those of a read-only transaction, which are sent at once. */
export type Message = readonly Statement[]

/** What the product asked for its answers, word for word, of which database. */
export interface FloorWork {
  readonly databaseUrl: string
  /** Message by message; the address says which one is asked for. */
  readonly requests: readonly (readonly Message[])[]
  /** Answered where nothing is asked. */
  readonly body: string
}

const queryOf = ({ values, ...named }: Statement) => ({ ...named, values: [...values] })

/** Asks one message as the product does; a change that changes nothing is not the same work and fails. */
async function ask(client: pg.PoolClient, message: Message): Promise<readonly unknown[]> {
  const [first, second] = message
  if (first === undefined) throw new Error('a message has a statement')
  if (second !== undefined) {
    const statements = message.map((statement) => ({ text: queryOf(statement) }))
    return (await inReadOnly(client, statements)).rows
  }
  const { rows, rowCount } = await client.query(queryOf(first))
  if (rowCount === 0 && CHANGE.test(first.text)) throw new Error(`nothing was changed: ${first.text}`)
  return rows
}

/** Asks all of one request by one session, one message after the other. */
async function askAll(pool: pg.Pool, messages: readonly Message[]): Promise<unknown[]> {
  const rows: unknown[] = []
  const client = await pool.connect()
  try {
    for (const message of messages) rows.push(await ask(client, message))
    client.release()
    return rows
  } catch (error) {
    // What it had begun must not be part of somebody else's request.
    client.release(true)
    throw error
  }
}

/**
 * The floor of a call: nothing but node:http, the same prepared statements one after the other, and the rows as JSON;
 * or the same text, for a read that asks nothing. Answers the port it listens on.
 */
export async function serveBare({ databaseUrl, requests, body }: FloorWork): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE, pipeline: true })
  const server = createServer((request, response) => {
    const messages = requests[Number(request.url?.slice(1))] ?? []
    const answer = async () => {
      const text = messages.length === 0 ? body : JSON.stringify(await askAll(pool, messages))
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the floor listens on a port')
  return address.port
}
