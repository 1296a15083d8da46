/**
 * Loaded into the measured server with `--import`: answers how late its event loop was and how much processor time it
 * took since it was last asked. It changes nothing of the product.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5
const NANOSECONDS_IN_MS = 1e6

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
let cpu = process.cpuUsage()

process.on('message', (message) => {
  if (message !== 'read the loop') return
  const { user, system } = process.cpuUsage(cpu)
  // The histogram counts the whole interval between two ticks; what is beyond the wanted one is delay.
  const longestMs = Math.max(0, delay.max / NANOSECONDS_IN_MS - RESOLUTION_MS)
  process.send?.({ longestMs, cpuMs: (user + system) / 1_000 })
  cpu = process.cpuUsage()
  delay.reset()
})
// The line to the parent must not keep the server alive.
process.channel?.unref()
