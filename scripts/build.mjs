import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyApiFiles, SHIPPED_BUILDS } from './build-api.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { isFresh, markFresh, sourceDigest } from './setup/freshness.mjs'
import { main, PROJECT_ROOT, run, say, step } from './setup/step.mjs'

const SHARED_SOURCES = ['packages', 'package-lock.json', 'scripts']
const WEB = { output: 'apps/web/dist', sources: [...SHARED_SOURCES, 'apps/web'] }
const CONSOLE = { output: 'apps/console/dist', sources: [...SHARED_SOURCES, 'apps/console'] }
/** For who builds the pages: a build of its own, and with the lenders' forms in it. */
const SCREENS = {
  output: 'apps/web/dist-screens',
  sources: [...SHARED_SOURCES, 'apps/web', 'data/portfolios'],
}
const API = { output: 'apps/api/dist', sources: [...SHARED_SOURCES, 'apps/api', 'apps/ops-cli'] }

/** What a server serves, and has to be built before it starts. */
export const SERVED_FOLDERS = [WEB.output, CONSOLE.output, API.output]

/** Which build this is, for the server's log and for people: the version, and a digest of the server's sources. */
function writeBuildName(digest) {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(PROJECT_ROOT, API.output, 'build.json'), `${JSON.stringify({ version, digest })}\n`)
}

async function buildApi(digest) {
  const { build } = await import('esbuild')
  rmSync(join(PROJECT_ROOT, API.output), { recursive: true, force: true })
  await Promise.all(SHIPPED_BUILDS.map((options) => build(options)))
  copyApiFiles()
  writeBuildName(digest)
}

async function buildWhenStale(name, { output, sources }, build) {
  const digest = sourceDigest(sources)
  if (isFresh(output, digest)) return
  await step(`Building ${name}`, () => build(digest))
  markFresh(output, digest)
}

/** Builds the pages and the server, each only when something it is made of has changed. */
export async function buildAll() {
  await buildWhenStale('the pages', WEB, () =>
    run('npm', ['run', '--silent', 'build', '--workspace', '@dolphin/web']),
  )
  await buildWhenStale('the desk', CONSOLE, () =>
    run('npm', ['run', '--silent', 'build', '--workspace', '@dolphin/console']),
  )
  await buildWhenStale('the screens of the pages', SCREENS, () =>
    run('npm', ['run', '--silent', 'build:screens', '--workspace', '@dolphin/web']),
  )
  await buildWhenStale('the server', API, buildApi)
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await main(async () => {
    await ensureInstalled()
    await buildAll()
    say('Built: apps/web/dist, apps/console/dist and apps/api/dist')
  })
}
