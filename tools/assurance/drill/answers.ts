import { isDeepStrictEqual } from 'node:util'
import type { Executor } from '@dolphin/database/driver/executor'
import { sql } from 'drizzle-orm'
import type { TestClient } from '@dolphin/api/testing/test-client'
import { openHttpClient } from './http-client.ts'

/** A change that the server said was made. */
export interface CommittedAnswer {
  readonly client: TestClient
  readonly name: string
  readonly idempotencyKey: string
  /** The same request under the same key, from a browser. */
  readonly ask: (browser: TestClient) => Promise<{ readonly code: number; readonly data: unknown }>
  readonly data: unknown
}

interface Recorded extends CommittedAnswer {
  readonly atMs: number
}

/** Every answer that somebody was given, in order, as a borrower remembers it. */
export interface Answers {
  record(answer: CommittedAnswer): void
  /** From here on answers count; those before are in the backup itself. */
  begin(): void
  readonly all: readonly Recorded[]
}

export function createAnswers(): Answers {
  let all: Recorded[] = []
  return {
    record: (answer) => void all.push({ ...answer, atMs: performance.now() }),
    begin() {
      all = []
    },
    get all() {
      return all
    },
  }
}

/** Which answers a database knows nothing of, and from which moment on: what was lost. */
export interface Lost {
  readonly count: number
  /** Between the first answer that is lost and the last that was given. */
  readonly overMs: number
}

/** Holds the answers against the rows that were committed with them. */
export async function lostAnswers(executor: Executor, { all }: Pick<Answers, 'all'>): Promise<Lost> {
  const { rows } = await executor.execute<{ key: string }>(
    sql`select key from idempotency_keys where answer is not null`,
  )
  const kept = new Set(rows.map(({ key }) => key))
  const lost = all.filter(({ idempotencyKey }) => !kept.has(idempotencyKey))
  const [first] = lost
  const last = all.at(-1)
  return {
    count: lost.length,
    overMs: first === undefined || last === undefined ? 0 : last.atMs - first.atMs,
  }
}

/**
 * Asks the restored server each request again under its old key, as a browser does that never saw the answer. It must
 * answer what it answered before, and do nothing. Answers what differs.
 */
export async function askAgain(port: number, { all }: Pick<Answers, 'all'>): Promise<string[]> {
  const httpClient = openHttpClient(port)
  const complaints: string[] = []
  for (const { client, name, ask, data } of all) {
    const envelope = await ask(client.through(httpClient))
    if (envelope.code !== 1 || !isDeepStrictEqual(envelope.data, data))
      complaints.push(`${name} answers otherwise than before: ${envelope.code}`)
  }
  httpClient.close()
  return complaints
}
