import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from './server-node.ts'

interface Release {
  readonly version: string
  readonly commit: string
}

const BUILD = `import { build } from 'esbuild'
import { copyApiFiles, SHIPPED_BUILDS } from './scripts/build-api.mjs'
await Promise.all(SHIPPED_BUILDS.map((options) => build(options)))
copyApiFiles()`

/** The server of the release before, built from its own sources in a folder of its own. */
export interface EarlierBuild {
  readonly version: string
  readonly root: string
  remove(): void
}

const lockOf = (root: string): string => readFileSync(join(root, 'package-lock.json'), 'utf8')

/** Builds the release that scripts/upgrade/release.json names; its commit has to be in this clone's history. */
export function buildEarlier(): EarlierBuild {
  const path = join(PROJECT_ROOT, 'scripts/upgrade/release.json')
  const { version, commit } = JSON.parse(readFileSync(path, 'utf8')) as Release
  const root = mkdtempSync(join(tmpdir(), 'dolphin-release-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  try {
    const archive = join(root, 'release.tar')
    execFileSync('git', ['archive', '--output', archive, commit], { cwd: PROJECT_ROOT })
    execFileSync('tar', ['-xf', archive, '-C', root])
    if (lockOf(root) === lockOf(PROJECT_ROOT)) linkPackages(root)
    else execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: root })
    execFileSync(process.execPath, ['--input-type=module', '-e', BUILD], { cwd: root })
  } catch (error) {
    remove()
    throw error
  }
  return { version, root, remove }
}

const OURS = '@dolphin'

/** Each package of the registry is this project's; our own are the release's. */
function linkPackages(root: string): void {
  const from = join(PROJECT_ROOT, 'node_modules')
  const to = join(root, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (name === OURS) cpSync(join(from, OURS), join(to, OURS), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
  symlinkSync(join(PROJECT_ROOT, 'apps/api/node_modules'), join(root, 'apps/api/node_modules'))
}
