import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postmasterOf, startLocalPostgres, stopLocalPostgres } from '@dolphin/api/testing/local-postgres'
import { signal } from '@dolphin/api/testing/process-tree'

/** A PostgreSQL server of the proof's own, which keeps what it commits as one in production does. */
export interface ProofPostgres {
  readonly url: () => string
  readonly postmaster: () => number
  /** After it was killed: starts it again on the same data. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 10
const GONE_LIMIT_MS = 20_000

export async function startProofPostgres(): Promise<ProofPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-proof-pg-'))
  // The server's user has to get through to what belongs to it.
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  let server = await startLocalPostgres(data)
  let postmaster = postmasterOf(data)
  return {
    url: () => server.url,
    postmaster: () => postmaster,
    async startAgain() {
      await untilGone(postmaster)
      await stopLocalPostgres(server)
      server = await startLocalPostgres(data)
      postmaster = postmasterOf(data)
    },
    async stop() {
      await stopLocalPostgres(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilGone(postmaster: number): Promise<void> {
  const deadline = performance.now() + GONE_LIMIT_MS
  while (signal(postmaster, 0)) {
    if (performance.now() > deadline) throw new Error('the PostgreSQL server does not die')
    await wait(POLL_MS)
  }
}
