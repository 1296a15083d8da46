/**
 * Loaded before the server of one node (NODE_OPTIONS=--import=…): a node that leaks, or whose main thread computes for
 * long. The folder SICK_NODE says which: file "leak" from the start on, file "compute" with milliseconds of work and of rest.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FIRST_LEAK_BYTES = 500_000_000
const LEAK_BYTES = 500_000
const LEAK_EVERY_MS = 1_000
const LOOK_MS = 200

const folder = process.env.SICK_NODE ?? ''
const leaked = []

if (existsSync(join(folder, 'leak'))) {
  // Filled, for only what was written to is in memory.
  leaked.push(Buffer.alloc(FIRST_LEAK_BYTES, 1))
  setInterval(() => leaked.push(Buffer.alloc(LEAK_BYTES, 1)), LEAK_EVERY_MS).unref()
}

function compute() {
  const file = join(folder, 'compute')
  const [workMs, restMs] = existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number) : [0, LOOK_MS]
  const end = performance.now() + workMs
  while (performance.now() < end);
  setTimeout(compute, restMs).unref()
}

compute()
