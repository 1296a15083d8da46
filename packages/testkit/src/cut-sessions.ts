import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** A session of its own to a PostgreSQL database, which ends all those that are no cutter's. */
export interface SessionCutter {
  /** Ends the sessions of the database, as a restart does; resolves with how many, once they are gone. */
  cut(): Promise<number>
  /** One query on the cutter's own session. */
  query(text: string): Promise<pg.QueryResult>
  close(): Promise<void>
}

const POLL_MS = 10
const CUTTER = 'dolphin_cutter'
const OTHERS = `from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and application_name <> '${CUTTER}'`

/** Opens a session that `cut` spares. While it is in a transaction, it does not see others come and go. */
export async function openSessionCutter(url: string): Promise<SessionCutter> {
  const client = new pg.Client({ connectionString: url, application_name: CUTTER })
  await client.connect()
  return {
    async cut() {
      const { rows } = await client.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${OTHERS}`)
      const pids = rows.map(({ pid }) => pid)
      const isGone = async () =>
        (await client.query(`select ${OTHERS} and pid = any($1)`, [pids])).rowCount === 0
      while (!(await isGone())) await wait(POLL_MS)
      // The server's last message is in our sockets by now; the next turn of the event loop reads it.
      await wait(POLL_MS)
      return pids.length
    },
    query: async (text) => await client.query(text),
    close: async () => await client.end(),
  }
}
