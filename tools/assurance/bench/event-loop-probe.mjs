/**
 * Loaded into the measured server with `--import`. On a message from the parent, it reports the event loop delay and
 * the processor time since the last report, or begins or ends a CPU profile. It changes nothing of the product.
 */
import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { partsOf } from './profile-parts.mjs'

const RESOLUTION_MS = 5
const NANOSECONDS_IN_MS = 1e6

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
let cpu = process.cpuUsage()

function readLoop() {
  const { user, system } = process.cpuUsage(cpu)
  // The histogram counts the whole interval between two ticks; what is beyond the wanted one is delay.
  const longestMs = Math.max(0, delay.max / NANOSECONDS_IN_MS - RESOLUTION_MS)
  process.send?.({ longestMs, cpuMs: (user + system) / 1_000 })
  cpu = process.cpuUsage()
  delay.reset()
}

let session

async function beginProfile() {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  process.send?.({ begun: true })
}

/** Returns the source file of a frame; the server is one bundled file with its map beside it. */
function sourceFinder() {
  const maps = new Map()
  const mapOf = (url) => {
    const path = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : ''
    if (!maps.has(url))
      maps.set(url, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined)
    return maps.get(url)
  }
  return ({ url, lineNumber, columnNumber }) =>
    mapOf(url)?.findEntry(lineNumber, columnNumber).originalSource ?? url
}

async function endProfile() {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  process.send?.({ parts: partsOf(profile, sourceFinder()) })
}

const ASKED = { 'read the loop': readLoop, 'begin a profile': beginProfile, 'end the profile': endProfile }
process.on('message', (message) => void ASKED[message]?.())
// The channel to the parent must not keep the server alive.
process.channel?.unref()
