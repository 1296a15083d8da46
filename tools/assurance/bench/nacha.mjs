import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { PROJECT_ROOT, say } from '../../../scripts/setup/step.mjs'

const GOAL_PER_SECOND = 300_000
const MIB = 1_024 * 1_024

/** The work as one module: the sources are TypeScript and Node need not know it. */
async function loadWork(folder) {
  const outfile = join(folder, 'nacha-work.mjs')
  await build({
    entryPoints: [join(PROJECT_ROOT, 'tools/assurance/bench/nacha-work.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}

/** Entries a second of processor time, which other programs on the machine do not change much; and the wall's. */
function measure(count, work) {
  const [cpu, wall] = [process.cpuUsage(), performance.now()]
  work()
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSecond: (count / (user + system)) * 1e6,
    wallPerSecond: (count / (performance.now() - wall)) * 1e3,
  }
}

/** Memory that is held once nothing is under way any more; the highest while it was. */
function memory() {
  globalThis.gc?.()
  return process.memoryUsage().rss / MIB
}

const thousands = (value) => Math.round(value).toLocaleString('en-US')

function report(what, { perSecond, wallPerSecond }, floor) {
  const verdict = perSecond >= GOAL_PER_SECOND ? 'met' : 'NOT met'
  say(
    `  ${what.padEnd(8)} ${thousands(perSecond).padStart(10)} entries/s of processor time (${thousands(wallPerSecond)}/s by the clock), ` +
      `${(floor.perSecond / perSecond).toFixed(1)} times the cost of bare strings; goal ${thousands(GOAL_PER_SECOND)} ${verdict}`,
  )
}

/** Writes and reads a million entries in pieces and prints entries a second, the ratio to the floor and the memory. */
export async function benchNacha({ quick }) {
  const count = quick ? 200_000 : 1_000_000
  const folder = mkdtempSync(join(tmpdir(), 'dolphin-nacha-'))
  try {
    const work = await loadWork(folder)
    const warm = []
    work.write(100_000, (chunk) => warm.push(chunk))
    work.read(warm)
    work.join(100_000, () => undefined)
    work.split(warm)
    warm.length = 0

    say(`${thousands(count)} entries, in pieces of 64 KiB:`)
    const before = memory()
    let highest = before
    const watch = () => {
      highest = Math.max(highest, process.memoryUsage().rss / MIB)
    }
    let bytes = 0
    const written = measure(count, () =>
      work.write(count, (chunk) => {
        bytes += chunk.length
        if (bytes % 64 === 0) watch()
      }),
    )
    const generated = measure(count, () => work.generate(count))
    const joined = measure(count, () => work.join(count, () => undefined))
    report('written', written, joined)
    say(
      `           of that, making the entries: ${((written.perSecond / generated.perSecond) * 100).toFixed(0)} %`,
    )

    // A tenth of the file, read ten times over: the whole would lie in memory only for the measure.
    const chunks = []
    work.write(100_000, (chunk) => chunks.push(chunk))
    const rounds = count / 100_000
    const read = measure(count, () => {
      for (let round = 0; round < rounds; round += 1) {
        if (work.read(chunks) !== 100_000) throw new Error('every entry is read')
        watch()
      }
    })
    const cut = measure(count, () => {
      for (let round = 0; round < rounds; round += 1) work.split(chunks)
    })
    report('read', read, cut)
    say(
      `  memory   ${before.toFixed(0)} MiB before, ${highest.toFixed(0)} at most, ${memory().toFixed(0)} after; ${(bytes / MIB).toFixed(0)} MiB written`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
