import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dirname, resolve } from 'node:path'
import { onProductNode, preferThisNode } from './product-node.mjs'

/** The folder that holds package.json, whatever folder the command was started from. */
export const PROJECT_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Prints one line of progress; every script of the project speaks through this one. */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** A failure whose message already says what to do: it is printed without a stack. */
export class SetupError extends Error {}

/** Runs a command with its output shown, resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: PROJECT_ROOT, stdio: 'inherit', ...options })
    child.once('error', failed)
    child.once('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))
  })
}

/** Runs a command silently, resolves with its exit code and everything it printed. */
export function capture(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => done({ code: 127, output: error.message }))
    child.once('exit', (code) => done({ code: code ?? 1, output }))
  })
}

/** Runs a named step, prints how long it took, and stops the whole command when it fails. */
export async function step(title, work) {
  say(`▸ ${title}`)
  const started = performance.now()
  const result = await work()
  if (typeof result === 'number' && result !== 0)
    throw new SetupError(`${title}: failed (exit code ${result})`)
  say(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/**
 * The frame of every script: it runs on the product's Node.js, whichever one started it; `SetupError`s are printed as
 * they are, anything else with its stack.
 * @param {() => unknown} work its result is the exit code; none means 0
 * @param {{ anyNode?: boolean }} options `anyNode`: stay on the one that started it, as the installation must
 */
export async function main(work, { anyNode = false } = {}) {
  try {
    const { code, refusal } = anyNode ? {} : await onProductNode()
    if (refusal !== undefined) throw new SetupError(refusal)
    if (code === undefined) preferThisNode()
    process.exitCode = code ?? (await work()) ?? 0
  } catch (error) {
    process.stderr.write(`\n✗ ${error instanceof SetupError ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}
