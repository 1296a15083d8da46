import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '@dolphin/ops-cli/command-line'
import { ADMIN_PROGRAM, runAdminCommandLine } from '../admin/command-line.ts'
import { openOperationsSecret } from '../security/keys.ts'
import type { TestApi } from './api-fixture.ts'

/** The terminal of the server's own machine, in a folder of its own. */
export interface TestTerminal {
  readonly folder: string
  readonly url: string
  readonly ops: (
    line: readonly string[],
    extra?: Readonly<Record<string, string>>,
    /** Hears each line as it is said. */
    heard?: (text: string) => void,
  ) => Promise<{ readonly code: number; readonly text: string }>
  close(): Promise<void>
}

/** As `npm run ops` chooses between the server's admin program and the client, by the first word. */
const programOf = ([word]: readonly string[]) =>
  ADMIN_PROGRAM.commands.some(({ name }) => name.split(' ')[0] === word)
    ? runAdminCommandLine
    : runCommandLine

const FIRST_PORT = 27_000
const PORTS = 4_000

/** Lets the server listen and opens a terminal beside it. Close it after the server. */
export async function openTerminal(api: TestApi): Promise<TestTerminal> {
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-ops-'))
  const url = await listenLow(api)
  return {
    folder,
    url,
    async ops(line, extra = {}, heard) {
      const out: string[] = []
      const secret = openOperationsSecret(api.deps.config) ?? new Uint8Array()
      const env = {
        DATA_DIR: folder,
        DOLPHIN_MODE: 'test',
        OPERATIONS_SECRET: Buffer.from(secret).toString('hex'),
        OPS_URL: url,
        ...extra,
      }
      const text = (written: string) => {
        out.push(written)
        heard?.(written)
      }
      const code = await programOf(line)(line, { env, workDir: folder, out: text, error: text })
      return { code, text: out.join('\n') }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Tries ports upward, below those that the system gives to outgoing connections. */
async function listenLow({ app }: TestApi): Promise<string> {
  const start = process.pid % PORTS
  for (let step = 0; step < PORTS; step += 1) {
    const port = FIRST_PORT + ((start + step) % PORTS)
    try {
      await app.listen({ host: 'localhost', port })
      return `http://localhost:${port}`
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
  throw new Error('no free port for the test')
}
