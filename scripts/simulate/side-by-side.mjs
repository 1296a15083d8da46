import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT, say } from '../setup/step.mjs'

const LIVED = /^(\d+) seeds and (\d+) loan-days lived, all whole$/

/** So many rows of seeds, one after the other without a gap, as long as each other but for one. */
export function rowsOf({ seed, seeds }, count) {
  const rows = Math.min(count, seeds)
  return Array.from({ length: rows }, (_, row) => {
    const before = Math.floor((seeds * row) / rows)
    return { seed: seed + before, seeds: Math.floor((seeds * (row + 1)) / rows) - before }
  })
}

/** One row in a process of its own; its lines are printed behind its first seed. It ends with what it lived, if that is whole. */
function startRow(program, args, { seed, seeds }) {
  const words = ['--seed', seed, '--seeds', seeds].map(String)
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args, ...words], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let lived
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, seedsLived, loanDays] = LIVED.exec(line) ?? []
    if (seedsLived !== undefined) lived = { seeds: Number(seedsLived), loanDays: Number(loanDays) }
    say(`from ${seed}: ${line.trim()}`)
  })
  const ended = new Promise((done) => {
    child.once('error', (error) => (say(`from ${seed}: ${error.message}`), done(undefined)))
    child.once('close', (code) => done(code === 0 ? lived : undefined))
  })
  return { ended, stop: () => child.kill() }
}

/**
 * Lives rows of seeds side by side, each in a process of its own, and counts them together. The first that is broken
 * ends the others; answers the exit code.
 */
export async function liveSideBySide(program, args, rows) {
  const running = rows.map((row) => startRow(program, args, row))
  const stopAll = () => running.forEach(({ stop }) => stop())
  const lived = await Promise.all(
    running.map(async ({ ended }) => {
      const row = await ended
      if (row === undefined) stopAll()
      return row
    }),
  )
  if (lived.includes(undefined)) return 1
  const sum = (of) => lived.reduce((total, row) => total + of(row), 0)
  say(`${sum(({ seeds }) => seeds)} seeds and ${sum(({ loanDays }) => loanDays)} loan-days lived, all whole`)
  return 0
}
