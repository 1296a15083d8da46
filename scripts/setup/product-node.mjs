import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithRunner } from './parent-process.mjs'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const BINARIES = join(PROJECT, 'node_modules/.bin')
const INSTALL = fileURLToPath(new URL('install.mjs', import.meta.url))

/** The oldest Node.js whose npm installs the lock file and which reads these scripts. */
const STARTING_NODE = [20, 19]

const { engines, optionalDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))

/** The release line that the product runs on, from package.json's `engines`. */
const PRODUCT_NODE = Number(/\d+/.exec(engines.node)?.[0])

/** The Node.js that the installation brings to the systems which it has one for. */
export const BUNDLED_NODE = join(BINARIES, 'node')

const isBundledFor = (platform, arch) => `node-${platform}-${arch}` in optionalDependencies

function isAtLeast(version, [wantedMajor, wantedMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

const INSTRUCTIONS = `Install Node.js ${PRODUCT_NODE} from https://nodejs.org (with nvm: nvm install ${PRODUCT_NODE}) and run the command again.`

/**
 * Decides which Node.js a script runs on.
 * @param {{ version: string, platform: string, arch: string, bundled: 'unknown' | 'present' | 'missing' }} machine
 *   `version` of the Node.js that runs now, such as "20.19.0"; `bundled`: whether the installation brought a Node.js
 *   that runs here, `unknown` before the installation.
 * @returns {{ action: 'run' | 'install' | 're-exec' } | { action: 'refuse', message: string }} `run`: here and now;
 *   `install`: first install, then decide again; `re-exec`: on the bundled one.
 */
export function chooseNode({ version, platform, arch, bundled }) {
  if (isAtLeast(version, [PRODUCT_NODE])) return { action: 'run' }
  if (!isAtLeast(version, STARTING_NODE)) {
    return {
      action: 'refuse',
      message: `Dolphin runs on Node.js ${PRODUCT_NODE} and starts with ${STARTING_NODE.join('.')} or newer; this is ${version}. ${INSTRUCTIONS}`,
    }
  }
  if (isBundledFor(platform, arch)) {
    if (bundled === 'unknown') return { action: 'install' }
    if (bundled === 'present') return { action: 're-exec' }
  }
  return {
    action: 'refuse',
    message: `Dolphin runs on Node.js ${PRODUCT_NODE} or newer; this is ${version}, and the installation brings no Node.js that runs on ${platform} ${arch} here. ${INSTRUCTIONS}`,
  }
}

/**
 * Runs another Node.js in place of this one: with the same standard streams, and with the signals that this process
 * gets.
 * @param {string} node the program
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code; 128 and the signal's number where a signal ended it
 */
export function handOver(node, args) {
  return new Promise((done, failed) => {
    const child = spawn(node, args, { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    endWithRunner(() => child.kill('SIGTERM'))
    child.once('error', failed)
    child.once('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })
}

const choose = (bundled) =>
  chooseNode({
    version: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    bundled,
  })

/**
 * Sees to it that a script runs on the product's Node.js: installs and re-executes it where this one is too old.
 * @returns {Promise<{ code?: number, refusal?: string }>} nothing where the script goes on in this process; else the exit
 *   code of the one that ran it, or why none can
 */
export async function onProductNode() {
  let choice = choose('unknown')
  if (choice.action === 'install') {
    const code = await handOver(process.execPath, [INSTALL])
    if (code !== 0) return { code }
    choice = choose(existsSync(BUNDLED_NODE) ? 'present' : 'missing')
  }
  if (choice.action === 're-exec') {
    return { code: await handOver(BUNDLED_NODE, [...process.execArgv, ...process.argv.slice(1)]) }
  }
  return choice.action === 'refuse' ? { refusal: choice.message } : {}
}

/** Puts the Node.js that runs now in front of the machine's own for every program that this process starts. */
export function preferThisNode() {
  process.env.PATH = [BINARIES, dirname(process.execPath), process.env.PATH].join(delimiter)
}
