import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

/** What a command left: its exit code, and all that it wrote in the order it came. */
export interface CommandEnd {
  readonly code: number | null
  readonly output: string
}

/** Runs `scripts/<script>` as a person starts it; with all that it starts it ends when the test is over. */
export async function runCommand(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<CommandEnd> {
  return await new Promise((done) => {
    const child = spawn(process.execPath, [`scripts/${script}`, ...args], { cwd: PROJECT, detached: true })
    signal.addEventListener('abort', () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => done({ code, output }))
  })
}
