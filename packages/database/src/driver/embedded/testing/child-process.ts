import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** A program in another process, whose lines are read as they come. For tests of locks and crashes. */
export interface Child {
  /** Lines printed so far. */
  readonly lines: readonly string[]
  readonly exited: Promise<number | null>
  kill(): void
}

/** Starts one of the programs beside this file on an embedded directory. */
export async function startChild(name: string, directory: string, bundlePath: string): Promise<Child> {
  await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile: bundlePath,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@electric-sql/pglite', 'pg', 'drizzle-orm'],
  })
  const workerUrl = new URL('../pglite-worker.mjs', import.meta.url).href
  const child = spawn(process.execPath, [bundlePath, directory, workerUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let rest = ''
  const take = (chunk: Buffer): void => {
    const parts = (rest + chunk.toString()).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  return {
    lines,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    kill: () => void child.kill('SIGKILL'),
  }
}
