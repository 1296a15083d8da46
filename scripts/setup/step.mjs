import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dirname, resolve } from 'node:path'

/** The folder that holds package.json, whatever folder the command was started from. */
export const PROJECT_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const MINIMUM_NODE = [20, 19]

/** Prints one line of progress; every script of the project speaks through this one. */
export function say(text) {
  process.stdout.write(`${text}\n`)
}

/** A failure whose message already says what to do: it is printed without a stack. */
export class SetupError extends Error {}

/** Refuses a Node.js older than the project supports, before anything else can fail in a stranger way. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const tooOld = major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])
  if (tooOld) {
    throw new SetupError(
      `Dolphin needs Node.js ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}. Install a newer one and run the command again.`,
    )
  }
}

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

/** The frame of every script: `SetupError`s are printed as they are, anything else with its stack. */
export async function main(work) {
  try {
    requireNode()
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    process.stderr.write(`\n✗ ${error instanceof SetupError ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}
