import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examine } from '@dolphin/api/doctor/examine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../nodes/server-node.ts'
import { poolerKnowsStatements, startPooler } from './pooler.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const STATEMENTS = 'max_prepared_statements = 500'
const COLLIDE = expect.stringMatching(/^wrong \| named statements of two clients collide \| Use PgBouncer/)
const NEEDS_DIRECT = expect.stringMatching(/^wrong \| listening .* \| Set DATABASE_DIRECT_URL/)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolphin-doctor-pooler-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the doctor says of the way to a database. */
async function saidOf(part: string, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const findings = await examine({
    env: {
      DOLPHIN_MODE: 'development',
      DATA_DIR: folder,
      PORTFOLIOS_DIR: join(PROJECT_ROOT, 'data/portfolios'),
      ...env,
    },
    workDir: '/nowhere',
    nodeVersion: process.versions.node,
    now: () => new Date(),
  })
  return findings
    .filter((finding) => finding.part === part)
    .map(({ state, says, mend }) => [state, says, mend].filter(Boolean).join(' | '))
}

async function behindPooler(
  settings: readonly string[],
  work: (url: string) => Promise<void>,
): Promise<void> {
  const pooler = await startPooler(new URL(SERVER), settings)
  try {
    await work(pooler.url)
  } finally {
    await pooler.close()
  }
}

test('doctor: a server without a pooler', async () => {
  expect(await saidOf('pooler', { DATABASE_URL: SERVER })).toEqual([
    'right | none: DATABASE_URL leads to the server itself',
  ])
})

test('doctor: PgBouncer in session mode is right, also for what needs a session that stays', async () => {
  await behindPooler(['pool_mode = session', 'default_pool_size = 5'], async (url) => {
    expect(await saidOf('pooler', { DATABASE_URL: url })).toEqual(['right | in session mode'])
    const env = { DATABASE_URL: SERVER, DATABASE_DIRECT_URL: url }
    expect(await saidOf('direct database', env)).toEqual(['right | its sessions stay'])
  })
})

test('doctor: in transaction mode named statements collide, unless the pooler knows them', async () => {
  const knows = poolerKnowsStatements()
  await behindPooler(['pool_mode = transaction', ...(knows ? [STATEMENTS] : [])], async (url) => {
    const statements = knows ? 'right | in transaction mode, with named statements' : COLLIDE
    expect(await saidOf('pooler', { DATABASE_URL: url })).toEqual([statements, NEEDS_DIRECT])
    const withDirect = { DATABASE_URL: url, DATABASE_DIRECT_URL: SERVER }
    expect(await saidOf('pooler', withDirect)).toEqual([statements])
    expect(await saidOf('direct database', { DATABASE_URL: SERVER, DATABASE_DIRECT_URL: url })).toEqual([
      expect.stringMatching(/^wrong \| DATABASE_DIRECT_URL leads to a pooler/),
    ])
  })
})

test('doctor: a pooler in transaction mode without named statements collides', async () => {
  const settings = [
    'pool_mode = transaction',
    ...(poolerKnowsStatements() ? ['max_prepared_statements = 0'] : []),
  ]
  await behindPooler(settings, async (url) => {
    expect(await saidOf('pooler', { DATABASE_URL: url })).toEqual([COLLIDE, NEEDS_DIRECT])
  })
})
