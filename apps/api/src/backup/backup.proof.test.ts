import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@dolphin/database/driver/open'
import { buildWorker } from '@dolphin/integrations/worker/build-worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataPaths } from '../config/config.ts'
import { BACKUP_STEPS, type BackupCrashRequest, type BackupStep } from '../testing/backup-steps.ts'
import { runBackup } from '../testing/backup-terminal.ts'
import { keepLender } from '../testing/lender-fixture.ts'
import { PACKAGES_LEFT_OUT } from '../testing/packages-left-out.ts'
import { MANIFEST_FILE } from './manifest.ts'

/** These are about the embedded database's folder, whichever database the other tests of the run are on. */
let folder: string
let dataDir: string
let backup: string
let program: string
/** What a build would have beside it. */
let sources: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-backup-'))
  dataDir = join(folder, 'data')
  backup = join(folder, 'monday')
  sources = join(folder, 'sources')
  await keepLender(dataDir)
  const database = fileURLToPath(new URL('../../../../packages/database/src', import.meta.url))
  await mkdir(sources)
  await symlink(join(database, 'migrations'), join(sources, 'migrations'))
  await symlink(join(database, 'driver/embedded/pglite-worker.mjs'), join(sources, 'pglite-worker.mjs'))
  program = await buildWorker(
    new URL('../testing/backup-process-main.ts', import.meta.url),
    PACKAGES_LEFT_OUT,
  )
  expect(await run('create', '--to', backup)).toBe(0)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let said = ''

async function run(...argv: string[]): Promise<number> {
  const ended = await runBackup({ dataDir, workDir: folder }, argv)
  said = ended.said
  return ended.code
}

const anyFile = async (of: string, part: string): Promise<string> => {
  const names = await readdir(join(of, part), { recursive: true, withFileTypes: true })
  const found = names.find((entry) => entry.isFile())
  if (found === undefined) throw new Error(`${part} holds a file`)
  return join(found.parentPath, found.name)
}

interface Manifest {
  engine: string
  migrations: number
  proved: unknown
  files: { path: string }[]
}
const readManifest = async (of: string) =>
  JSON.parse(await readFile(join(of, MANIFEST_FILE), 'utf8')) as Manifest

describe('a backup of an embedded lender', () => {
  test('holds database, documents and the bank’s folder, is proved, and says where the key is', async () => {
    const { proved, files } = await readManifest(backup)
    expect(proved).toEqual({ loans: 3, postings: 6, auditSubjects: 3, documents: 3 })
    const folders = new Set(files.map(({ path }) => path.split('/')[0]))
    expect(folders).toEqual(new Set(['bank', 'clock-offset.json', 'database', 'objects']))
    expect(await run('check', backup)).toBe(0)
    expect(said).toMatch(/Holds: \d+ files/)
  })

  test('never holds a key unless requested; with it, the restore confirms that it is the right key', async () => {
    const key = await readFile(join(dataPaths(dataDir).keys, 'development-master.key'), 'utf8')
    for (const { path } of (await readManifest(backup)).files)
      expect((await readFile(join(backup, path), 'latin1')).includes(key), path).toBe(false)
    expect(await run('restore', backup, '--into', join(folder, 'no-key'))).toBe(0)
    expect(said).toMatch(/master key \([0-9a-f]{8}\) is not here/)
    const withKeys = join(folder, 'with-keys')
    expect(await run('create', '--to', withKeys, '--with-keys')).toBe(0)
    expect(said).toContain('The keys are IN this backup')
    expect(await run('restore', withKeys, '--into', join(folder, 'with-key'))).toBe(0)
    expect(said).toContain('is the one it was written with')
  })

  test('keys of records are in no backup; their one copy forgets what was destroyed, and a restore takes it (docs/decisions/record-keys.md)', async () => {
    const records = dataPaths(dataDir).recordKeys
    const copy = join(folder, 'record-keys')
    for (const name of ['gone', 'stays']) {
      await mkdir(join(records, 'holders/ab', name), { recursive: true })
      await writeFile(join(records, 'holders/ab', name, '0001'), name)
    }
    expect(await run('create', '--to', join(folder, 'keyed'), '--with-keys')).toBe(0)
    const inBackup = (await readManifest(join(folder, 'keyed'))).files.map(({ path }) => path)
    expect(inBackup.filter((path) => path.includes('records'))).toEqual([])
    expect(await readdir(join(copy, 'holders/ab/gone'))).toEqual(['0001'])
    await rm(join(records, 'holders/ab/gone/0001'))
    expect(await run('create', '--to', join(folder, 'keyed-later'))).toBe(0)
    expect(said).toContain('1 destroyed ones left it')
    expect(await readdir(join(copy, 'holders/ab/gone'))).toEqual([])
    expect(await run('restore', join(folder, 'keyed'), '--into', join(folder, 'keyed-again'))).toBe(0)
    const restored = dataPaths(join(folder, 'keyed-again')).recordKeys
    expect(await readFile(join(restored, 'holders/ab/stays/0001'), 'utf8')).toBe('stays')
    expect(existsSync(join(restored, 'holders/ab/gone/0001'))).toBe(false)
  })

  test('has the documents of a folder that is a link to another disk', async () => {
    const linked = join(folder, 'linked')
    await cp(dataDir, linked, { recursive: true })
    await rename(join(linked, 'objects'), join(folder, 'other-disk'))
    await symlink(join(folder, 'other-disk'), join(linked, 'objects'))
    const target = join(folder, 'of-linked')
    expect(await run('create', '--data', linked, '--to', target), said).toBe(0)
    expect(await anyFile(target, 'objects')).toContain('sha256-')
    expect(await run('check', target)).toBe(0)
  })

  test('the copy of another lender’s keys is left as it is', async () => {
    const other = join(folder, 'other-keys')
    await mkdir(other)
    await writeFile(join(other, 'theirs'), 'theirs')
    expect(await run('create', '--to', join(folder, 'not-here'), '--record-keys', other)).toBe(1)
    expect(said).toContain('name the copy of this lender')
    expect(await readdir(other)).toEqual(['theirs'])
    expect(existsSync(join(folder, 'not-here'))).toBe(false)
  })

  test('comes back as a database in which every row and document is', async () => {
    const restored = dataPaths(join(folder, 'no-key')).database
    const database = await openDatabase({ directory: restored })
    const { rows } = await database.executeSql(
      `select (select count(*)::integer from ledger_postings) as postings,
        (select payload::text from business_events where event = 'big') as odd`,
    )
    await database.close()
    expect(rows).toEqual([{ postings: 6, odd: '{"list": [1, null, "x"], "cents": 9007199254740993}' }])
  })

  test('is refused while a server has the database open, and the process is named', async () => {
    const server = await openDatabase({ directory: dataPaths(dataDir).database })
    expect(await run('create', '--to', join(folder, 'too-early'))).toBe(1)
    await server.close()
    expect(said).toContain(`is in use by process ${process.pid}`)
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('too-early'))
  })

  test('is refused where a ledger is broken: a broken copy is no backup', async () => {
    const broken = join(folder, 'broken')
    await cp(dataDir, broken, { recursive: true })
    const database = await openDatabase({ directory: dataPaths(broken).database })
    await database.executeSql(`alter table ledger_postings disable trigger append_only`)
    await database.executeSql(`update ledger_postings set kind = 'other' where sequence = 1`)
    await database.close()
    expect(await run('create', '--data', broken, '--to', join(folder, 'of-broken'))).toBe(1)
    expect(said).toMatch(/ledger: the chain of loan 118-\d+ is broken/)
    expect(existsSync(join(folder, 'of-broken'))).toBe(false)
  })

  test('may lie below the data folder, but not among what it backs up', async () => {
    expect(await run('create', '--to', join(dataDir, 'objects', 'backup'))).toBe(1)
    expect(said).toContain('lies inside of')
  })
})

/** Changes a file for as long as something runs. */
async function withChanged(path: string, text: string, work: () => Promise<void>): Promise<void> {
  const before = await readFile(path)
  await writeFile(path, text)
  try {
    await work()
  } finally {
    await writeFile(path, before)
  }
}

async function withoutFile(path: string, work: () => Promise<void>): Promise<void> {
  const aside = join(folder, 'aside')
  await rename(path, aside)
  try {
    await work()
  } finally {
    await rename(aside, path)
  }
}

const manifestFile = (): string => join(backup, MANIFEST_FILE)

describe('what does not hold its manifest is neither passed nor restored', () => {
  test.each<readonly [string, RegExp, (work: () => Promise<void>) => Promise<void>]>([
    [
      'a changed file of the database',
      /database\/data\/base.* was changed/,
      async (work) => await withChanged(await anyFile(backup, 'database/data/base'), 'x', work),
    ],
    [
      'a changed document',
      /objects\/.* was changed/,
      async (work) => await withChanged(await anyFile(backup, 'objects'), 'x', work),
    ],
    [
      'a missing document',
      /objects\/.* is missing/,
      async (work) => await withoutFile(await anyFile(backup, 'objects'), work),
    ],
    [
      'a file that was put there',
      /bank\/planted is not of the backup/,
      async (work) => {
        const planted = join(backup, 'bank', 'planted')
        await writeFile(planted, 'x')
        await work()
        await rm(planted)
      },
    ],
    ['no manifest', /is no backup/, async (work) => await withoutFile(manifestFile(), work)],
    [
      'half a manifest',
      /cannot be read/,
      async (work) => await withChanged(manifestFile(), '{"format":1,', work),
    ],
    [
      'a manifest that leads out of the folder',
      /cannot be read/,
      async (work) => {
        const manifest = await readManifest(backup)
        const files = manifest.files.map((file, index) => (index === 0 ? { ...file, path: '../../x' } : file))
        await withChanged(manifestFile(), JSON.stringify({ ...manifest, files }), work)
      },
    ],
  ])('%s', async (what, complaint, damaged) => {
    await damaged(async () => {
      expect(await run('check', backup)).toBe(1)
      expect(said).toMatch(complaint)
      const target = join(folder, `restored ${what}`)
      expect(await run('restore', backup, '--into', target)).toBe(1)
      expect(existsSync(target)).toBe(false)
    })
  })
})

describe('a restore', () => {
  test('refuses a folder that holds something', async () => {
    const target = join(folder, 'filled')
    await mkdir(target)
    await writeFile(join(target, 'mine'), 'x')
    expect(await run('restore', backup, '--into', target)).toBe(1)
    expect(said).toContain('is not empty')
    expect(await readdir(target)).toEqual(['mine'])
  })

  test('refuses the files of another engine and says how to move them', async () => {
    const manifest = await readManifest(backup)
    await withChanged(manifestFile(), JSON.stringify({ ...manifest, engine: '0.4.9' }), async () => {
      expect(await run('restore', backup, '--into', join(folder, 'of-other'))).toBe(1)
    })
    expect(said).toContain('PGlite 0.4.9')
    expect(said).toContain('npm run backup -- move --from DIR --to postgres://')
  })

  test('refuses a database that a newer release has migrated', async () => {
    const newer = join(folder, 'newer')
    await cp(dataDir, newer, { recursive: true })
    const database = await openDatabase({ directory: dataPaths(newer).database })
    await database.executeSql(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    )
    await database.close()
    expect(await run('create', '--data', newer, '--to', join(folder, 'of-newer'))).toBe(1)
    expect(said).toContain('a newer release has migrated it')
  })
})

async function killedAt(crashAt: BackupStep, from: string, target: string): Promise<NodeJS.Signals | null> {
  const request: BackupCrashRequest = { from, target, crashAt, sources }
  return await new Promise((done) => {
    const child = fork(program, [JSON.stringify(request)], { stdio: 'inherit', execArgv: [] })
    child.once('exit', (_code, signal) => done(signal))
  })
}

test.each(BACKUP_STEPS)(
  'a kill at "%s" leaves nothing that looks whole, and the next run succeeds',
  async (step) => {
    const [command] = step.split(':')
    const from = command === 'create' ? dataDir : backup
    const target = join(folder, `killed at ${step.replace(':', '')}`)
    expect(await killedAt(step, from, target)).toBe('SIGKILL')
    expect(existsSync(target)).toBe(false)
    const again = command === 'create' ? ['create', '--to', target] : ['restore', backup, '--into', target]
    expect(await run(...again)).toBe(0)
    expect((await readdir(folder)).filter((name) => name.includes('.unfinished-'))).toEqual([])
    if (command === 'create') expect(await run('check', target)).toBe(0)
    await rm(target, { recursive: true })
  },
)

describe('the command line', () => {
  test.each(['create', 'check', 'restore', 'move'])('%s has help of its own', async (name) => {
    expect(await run(name, '--help')).toBe(0)
    expect(said).toContain(`npm run backup -- ${name}`)
  })

  test.each([[['make']], [['create']], [['create', '--too', 'x']], [['check']], [['restore', 'x']]])(
    '%j is wrong usage',
    async (argv) => {
      expect(await run(...argv)).toBe(2)
    },
  )
})
