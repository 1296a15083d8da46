import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BankFileConflict, createBankFolder } from './bank-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-bank-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('a file lies whole in the outbox under its name, with its hash as receipt', async () => {
  const receipt = await createBankFolder(folder).submit('118-20260305-001.ach', '101 test\n')
  expect(await readFile(join(folder, 'outbox', '118-20260305-001.ach'), 'utf8')).toBe('101 test\n')
  expect(receipt).toEqual({
    sha256: '26edc748d3cb9c23129c698ca60273887f2823a0ca30613dc8c0f6c3f0aac6be',
    alreadySubmitted: false,
  })
})

test('Faults 13: a repeated run with the same text is no second file, another text is refused', async () => {
  const bank = createBankFolder(folder)
  await bank.submit('file.ach', 'one')
  expect(await bank.submit('file.ach', 'one')).toMatchObject({ alreadySubmitted: true })
  await expect(bank.submit('file.ach', 'two')).rejects.toBeInstanceOf(BankFileConflict)
  expect(await readFile(join(folder, 'outbox', 'file.ach'), 'utf8')).toBe('one')
  expect(await readdir(join(folder, 'outbox'))).toEqual(['file.ach'])
})

test('Faults 13: of two runs at once only one hands the file over', async () => {
  const runs = await Promise.all(
    Array.from({ length: 8 }, () => createBankFolder(folder).submit('file.ach', 'same')),
  )
  expect(runs.filter(({ alreadySubmitted }) => !alreadySubmitted)).toHaveLength(1)
})

test.each(['../file.ach', 'a/b.ach', '.hidden', '', 'a b.ach'])('the name %j is refused', async (name) => {
  await expect(createBankFolder(folder).submit(name, 'x')).rejects.toBeInstanceOf(RangeError)
})
