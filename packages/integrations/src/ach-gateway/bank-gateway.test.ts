import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils } from 'ssh2'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBankFolder } from './bank-folder.ts'
import { BankFileConflict, type BankGateway } from './bank-gateway.ts'
import { createBankSftp } from './bank-sftp.ts'
import type { SftpSettings } from './sftp-session.ts'
import {
  type Behavior,
  ed25519Key,
  type SftpOperation,
  type SftpTestServer,
  startSftpTestServer,
  TEST_PASSWORD,
  TEST_USER,
} from './sftp-test-server.ts'

const TEXT = '101 sample\n'
/** Of other bytes. */
const SHA256 = '0'.repeat(64)
let root: string
let folder: string
let server: SftpTestServer

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'dolphin-bank-'))
  server = await startSftpTestServer(root)
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'))
  for (const name of ['outbox', 'inbox', 'archive']) await mkdir(join(folder, name))
  server.behave = () => 'answer'
})
afterEach(async () => {
  await expect.poll(() => server.connections(), { timeout: 5_000 }).toBe(0)
})

const settings = (overrides: Partial<SftpSettings> = {}): SftpSettings => {
  const remote = folder.slice(root.length)
  return {
    host: '127.0.0.1',
    port: server.port,
    user: TEST_USER,
    password: TEST_PASSWORD,
    privateKey: undefined,
    passphrase: undefined,
    hostKeyFingerprints: [`SHA256:${'B'.repeat(43)}`, server.fingerprint],
    outbox: `${remote}/outbox`,
    inbox: `${remote}/inbox`,
    archive: `${remote}/archive`,
    fileMode: 0o600,
    timeoutMs: 8_000,
    ...overrides,
  }
}
const NO_PAUSES = [1, 1]
const sftp = (overrides: Partial<SftpSettings> = {}) => createBankSftp(settings(overrides), NO_PAUSES)
const ADAPTERS: readonly [name: string, open: () => BankGateway][] = [
  ['folder', () => createBankFolder(folder)],
  ['SFTP', () => sftp()],
]
const outbox = () => readdir(join(folder, 'outbox'))

describe('acknowledgments in a folder (docs/guides/ach-files.md, "Gateway to the bank")', () => {
  const HASH = '26edc748d3cb9c23129c698ca60273887f2823a0ca30613dc8c0f6c3f0aac6be'

  test.each([
    ['', undefined],
    [HASH, HASH],
    [`${HASH.toUpperCase()}  118-20260305-A.ach\n`, HASH],
    ['taken', undefined],
  ])('%j names the bytes by %s', async (content, sha256) => {
    const bank = createBankFolder(folder)
    await bank.submit('118-20260305-A.ach', '101 test\n')
    expect(await bank.listAcknowledged()).toEqual([])
    await writeFile(join(folder, 'outbox', '118-20260305-A.ach.ack'), content)
    expect(await bank.listAcknowledged()).toEqual([{ fileName: '118-20260305-A.ach', sha256 }])
    const file = { fileName: '118-20260305-A.ach', sha256: HASH }
    for (const turn of ['once', 'again']) {
      await bank.removeAcknowledged(file)
      expect(await outbox(), turn).toEqual(['118-20260305-A.ach.ack'])
    }
    expect(await bank.listAcknowledged()).toEqual([])
  })

  test('a file that the bank has is never transmitted again, whatever was restored; other bytes are refused', async () => {
    const bank = createBankFolder(folder)
    await bank.submit('118-20260305-A.ach', '101 test\n')
    await bank.removeAcknowledged({ fileName: '118-20260305-A.ach', sha256: HASH })
    expect(await bank.submit('118-20260305-A.ach', '101 test\n')).toEqual({
      sha256: HASH,
      alreadySubmitted: true,
    })
    await expect(bank.submit('118-20260305-A.ach', TEXT)).rejects.toBeInstanceOf(BankFileConflict)
    await writeFile(join(folder, 'outbox', 'moved.ach.ack'), '')
    await expect(bank.submit('moved.ach', TEXT)).rejects.toBeInstanceOf(BankFileConflict)
    expect(await outbox()).toEqual(['118-20260305-A.ach.ack', 'moved.ach.ack'])
  })

  test('a name that leads out of the folder is refused', async () => {
    await expect(
      createBankFolder(folder).removeAcknowledged({ fileName: '../inbox/a', sha256: HASH }),
    ).rejects.toBeInstanceOf(RangeError)
  })
})

describe.each(ADAPTERS)('every bank gateway: %s', (_, open) => {
  test('a file lies whole in the outbox under its name, with its hash as receipt', async () => {
    const receipt = await open().submit('118-20260305-A.ach', '101 test\n')
    expect(await readFile(join(folder, 'outbox', '118-20260305-A.ach'), 'utf8')).toBe('101 test\n')
    expect(receipt).toEqual({
      sha256: '26edc748d3cb9c23129c698ca60273887f2823a0ca30613dc8c0f6c3f0aac6be',
      alreadySubmitted: false,
    })
  })

  test('Faults 13: a repeated run is no second file, another text is refused', async () => {
    const bank = open()
    await bank.submit('file.ach', TEXT)
    expect(await bank.submit('file.ach', TEXT)).toMatchObject({ alreadySubmitted: true })
    await expect(bank.submit('file.ach', 'two')).rejects.toBeInstanceOf(BankFileConflict)
    expect(await readFile(join(folder, 'outbox', 'file.ach'), 'utf8')).toBe(TEXT)
    expect(await outbox()).toEqual(['file.ach'])
  })

  test('Faults 13: of several runs at once only one hands the file over', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, () => open().submit('file.ach', TEXT)))
    expect(runs.filter(({ alreadySubmitted }) => !alreadySubmitted)).toHaveLength(1)
    expect(await outbox()).toEqual(['file.ach'])
  })

  test('a file of a megabyte arrives whole', async () => {
    const text = `${'9'.repeat(94)}\n`.repeat(12_000)
    await open().submit('large.ach', text)
    expect(await readFile(join(folder, 'outbox', 'large.ach'), 'utf8')).toBe(text)
  })

  test.each(['../file.ach', 'a/b.ach', '.hidden', '', 'a\nb.ach'])('the name %j is refused', async (name) => {
    await expect(open().submit(name, 'x')).rejects.toBeInstanceOf(RangeError)
    await expect(open().fetch(name)).rejects.toBeInstanceOf(RangeError)
  })

  test('a name with blanks and brackets is read and put away; none of ours has them', async () => {
    const name = 'ACH Return (1) [05-03].txt'
    await expect(open().submit(name, 'x')).rejects.toBeInstanceOf(RangeError)
    await writeFile(join(folder, 'inbox', name), TEXT)
    expect(await open().listInbound()).toEqual([{ fileName: name, byteCount: TEXT.length }])
    const found = await open().fetch(name)
    await open().archive({ fileName: name, sha256: found?.sha256 ?? '' })
    expect(await open().listInbound()).toEqual([])
  })

  test('files that wait are listed by name, without hidden ones, folders and half ones', async () => {
    const inbox = join(folder, 'inbox')
    await mkdir(join(inbox, 'older'))
    for (const name of ['b.ach', 'RET.2026.03.05.txt', '.under-way', 'half.part']) {
      await writeFile(join(inbox, name), TEXT)
    }
    expect(await open().listInbound()).toEqual([
      { fileName: 'RET.2026.03.05.txt', byteCount: TEXT.length },
      { fileName: 'b.ach', byteCount: TEXT.length },
    ])
  })

  test('bytes come as they are, also beyond ASCII', async () => {
    const bytes = Buffer.from([0x31, 0xff, 0x00, 0x0d, 0x0a])
    await writeFile(join(folder, 'inbox', 'odd.ach'), bytes)
    const found = await open().fetch('odd.ach')
    expect(Buffer.from(found?.bytes ?? [])).toEqual(bytes)
    expect(await open().fetch('none.ach')).toBeUndefined()
  })

  test('a file is put away once, and the same name with other bytes is another file', async () => {
    const bank = open()
    const put = async (text: string) => {
      await writeFile(join(folder, 'inbox', 'RETURNS.ACH'), text)
      const { sha256 = '' } = (await bank.fetch('RETURNS.ACH')) ?? {}
      return { fileName: 'RETURNS.ACH', sha256 }
    }
    const first = await put('monday')
    await bank.archive(first)
    await bank.archive(first)
    await bank.archive(await put('tuesday'))
    await bank.archive(await put('monday'))
    expect(await bank.listInbound()).toEqual([])
    expect(await readdir(join(folder, 'archive'))).toHaveLength(2)
  })

  test('a file that was replaced after it was read stays', async () => {
    await writeFile(join(folder, 'inbox', 'RETURNS.ACH'), 'new')
    await open().archive({ fileName: 'RETURNS.ACH', sha256: SHA256 })
    expect(await open().listInbound()).toHaveLength(1)
  })

  test('a file that was refused is kept apart from those that were read, once', async () => {
    const bank = open()
    await writeFile(join(folder, 'inbox', 'RETURNS.ACH'), 'not a file of ours')
    const { sha256 = '' } = (await bank.fetch('RETURNS.ACH')) ?? {}
    await bank.quarantine({ fileName: 'RETURNS.ACH', sha256 })
    await bank.quarantine({ fileName: 'RETURNS.ACH', sha256 })
    expect(await bank.listInbound()).toEqual([])
    const put = await readdir(folder, { recursive: true })
    expect(put.filter((name) => /set-aside.*RETURNS\.ACH$/.test(name))).toHaveLength(1)
  })
})

describe('SFTP', () => {
  test('each key of the test server can be read, also one whose first byte is zero', () => {
    const unread = Array.from({ length: 2_000 }, ed25519Key).filter(
      (key) => utils.parseKey(key.private) instanceof Error || utils.parseKey(key.public) instanceof Error,
    )
    expect(unread).toEqual([])
  })

  const once = (operation: SftpOperation, behavior: Behavior) => {
    let isDone = false
    server.behave = (what) => {
      if (isDone || what !== operation) return 'answer'
      isDone = true
      return behavior
    }
  }

  describe('a file that the bank is still writing', () => {
    const at = new Date('2026-03-05T12:00:00Z')
    const quiet = { forMs: 30_000, now: () => at }
    const open = (kind: string): BankGateway =>
      kind === 'folder' ? createBankFolder(folder, { quiet }) : createBankSftp(settings(), NO_PAUSES, quiet)

    test.each(['folder', 'SFTP'])('%s: is left for a later round', async (kind) => {
      const path = join(folder, 'inbox', 'RETURNS.ACH')
      await writeFile(path, '101 half')
      const touch = (secondsAgo: number) => utimes(path, at, new Date(at.getTime() - secondsAgo * 1_000))
      await touch(29)
      expect(await open(kind).listInbound()).toEqual([])
      await touch(30)
      expect(await open(kind).listInbound()).toHaveLength(1)
    })
  })

  test('what an upload of a killed server left is taken away after an hour, and nothing else', async () => {
    const left = `.${randomUUID()}.part`
    const young = `.${randomUUID()}.part`
    const theirs = '.bank-own.part'
    for (const name of [left, young, theirs]) await writeFile(join(folder, 'outbox', name), '101 ha')
    const hoursAgo = new Date((await stat(join(folder, 'outbox', young))).mtimeMs - 7_200_000)
    for (const name of [left, theirs]) await utimes(join(folder, 'outbox', name), hoursAgo, hoursAgo)
    await sftp().submit('file.ach', TEXT)
    expect((await outbox()).toSorted()).toEqual([young, theirs, 'file.ach'].toSorted())
  })

  test('a file that grows while it is read is not there yet', async () => {
    const path = join(folder, 'inbox', 'RETURNS.ACH')
    await writeFile(path, '101 half')
    let hasGrown = false
    server.behave = (what) => {
      if (what === 'read' && !hasGrown) appendFileSync(path, ' and more')
      hasGrown ||= what === 'read'
      return 'answer'
    }
    expect(await sftp().fetch('RETURNS.ACH')).toBeUndefined()
    server.behave = () => 'answer'
    const whole = await sftp().fetch('RETURNS.ACH')
    expect(Buffer.from(whole?.bytes ?? []).toString()).toMatch(/^101 half and more/)
  })

  test('a file at the bank is its owner’s alone', async () => {
    await sftp().submit('file.ach', TEXT)
    expect((await stat(join(folder, 'outbox', 'file.ach'))).mode & 0o777).toBe(0o600)
  })

  test('signs in by key', async () => {
    await sftp({ password: undefined, privateKey: server.clientKey }).submit('file.ach', TEXT)
    expect(await outbox()).toEqual(['file.ach'])
  })

  test.each(['ed25519', 'ecdsa', 'rsa'] as const)(
    'a server that has three host keys is known by its %s key alone (vendors.md, SFTP)',
    async (kind) => {
      const known = sftp({ hostKeyFingerprints: [server.fingerprints[kind]] })
      await known.submit('file.ach', TEXT)
      expect(await outbox()).toContain('file.ach')
    },
  )

  test('security: a server with another host key gets neither password nor file', async () => {
    const other = sftp({ hostKeyFingerprints: [`SHA256:${'A'.repeat(43)}`] })
    await expect(other.submit('file.ach', TEXT)).rejects.toMatchObject({ reason: 'hostKey' })
    expect(await outbox()).toEqual([])
  })

  test('a wrong password is said once, and not shown', async () => {
    const failure = sftp({ password: 'wrong-one' }).listInbound()
    await expect(failure).rejects.toMatchObject({ reason: 'signIn' })
    await expect(failure).rejects.not.toThrow(/wrong-one/)
  })

  test.each<[SftpOperation, Behavior]>([
    ['open', 'dropBefore'],
    ['write', 'dropBefore'],
    ['write', 'dropAfter'],
    ['stat', 'dropAfter'],
    ['rename', 'dropBefore'],
    ['rename', 'dropAfter'],
  ])('a connection lost at %s (%s) is retried and transmits one complete file', async (what, behavior) => {
    once(what, behavior)
    expect(await sftp().submit('file.ach', TEXT)).toMatchObject({ alreadySubmitted: false })
    expect((await outbox()).filter((name) => !name.startsWith('.'))).toEqual(['file.ach'])
    expect(await readFile(join(folder, 'outbox', 'file.ach'), 'utf8')).toBe(TEXT)
  })

  test('a file that the bank fetched before its answer was lost is not sent again', async () => {
    let isFetched = false
    server.behave = (what) => {
      if (what === 'rename' && !isFetched) {
        isFetched = true
        return 'dropAfter'
      }
      return 'answer'
    }
    const pauses = [2_000, 2_000]
    const handed = createBankSftp(settings(), pauses).submit('file.ach', TEXT)
    for (let round = 0; round < 2_000 && !(await outbox()).includes('file.ach'); round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await rm(join(folder, 'outbox', 'file.ach'))
    expect(await handed).toMatchObject({ alreadySubmitted: false })
    expect(await outbox()).toEqual([])
  })

  test('a silent server costs the time-out and no more', async () => {
    server.behave = () => 'silent'
    const silent = createBankSftp(settings({ timeoutMs: 150 }), [])
    await expect(silent.listInbound()).rejects.toMatchObject({ reason: 'timeOut' })
  })

  test('no server at all', async () => {
    await expect(sftp({ port: 1 }).listInbound()).rejects.toMatchObject({ reason: 'connection' })
  })

  test('a folder that is not there is said, not tried again', async () => {
    await expect(sftp({ inbox: '/nowhere' }).listInbound()).rejects.toMatchObject({ reason: 'refused' })
  })
})
