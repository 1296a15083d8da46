import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { PHOTO, SCAN, sendDocument } from '@dolphin/api/testing/document-requests'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let terminal: TestTerminal

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
  await terminal.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

const ask = (loanNo: string, ...more: string[]) =>
  terminal.ops(['review', 'ask', loanNo, '--note', 'Your names differ.', ...more])
const decide = (loanNo: string, no: string, ...more: string[]) =>
  terminal.ops(['review', 'document', loanNo, no, ...more])

test('documents of a review from the terminal: ask, list, keep a file, refuse, accept', async () => {
  const { client, loanNo } = await signLoan(api, { portfolioId: 110 })
  const asked = await ask(loanNo, '--document', '100', '--document', '101', '--by', '2026-03-20')
  expect(asked).toMatchObject({ code: 0 })
  for (const words of ['Social Security card', 'Driver license', 'Your names differ.', 'Waits for: borrower'])
    expect(asked.text).toContain(words)
  await sendDocument(client, loanNo, 1, SCAN)
  await sendDocument(client, loanNo, 2, PHOTO)
  const items = await terminal.ops(['work', 'list'])
  expect(items.text).toContain('documentsReceived')
  const listed = await terminal.ops(['review', 'documents', loanNo])
  expect(listed.text).toMatch(/D\d{9} \(quarantined\)/)
  const place = join(terminal.folder, 'license.jpg')
  expect((await decide(loanNo, '2', '--save', place)).text).toContain(`is in ${place}`)
  expect(await readFile(place)).toEqual(Buffer.from(PHOTO.bytes))
  const scan = join(terminal.folder, 'card.pdf')
  expect((await decide(loanNo, '1', '--save', scan)).text).toContain('may be unsafe to open')
  const refused = await decide(loanNo, '2', '--refuse', 'unreadable', '--note', 'blurred')
  expect(refused.text).toMatch(/2 +Driver license +refused .*We could not read it/)
  expect((await decide(loanNo, '1', '--accept')).text).toMatch(/1 +Social Security card +accepted/)
  expect((await decide(loanNo, '1', '--accept')).code).toBe(1)
})

test('a wrong line says what to name', async () => {
  const { loanNo } = await signLoan(api, { portfolioId: 110 })
  const wrong: readonly (readonly [Promise<{ code: number; text: string }>, string])[] = [
    [ask(loanNo, '--by', '2026-03-20'), '100 Social Security card'],
    [ask(loanNo, '--by', '2026-03-20', '--document', '8'), '100 Social Security card'],
    [ask(loanNo, '--document', '101'), '--by 2026-03-20'],
    [decide(loanNo, '1'), 'Choose one'],
    [decide(loanNo, '1', '--accept', '--refuse', 'expired'), 'Choose one'],
    [decide(loanNo, '1', '--refuse', 'ugly'), 'unreadable, wrongDocument'],
    [decide(loanNo, 'first', '--accept'), 'number of the request'],
    [decide(loanNo, '1', '--save', join(terminal.folder, 'none')), 'No such file'],
  ]
  for (const [line, words] of wrong) {
    const { code, text } = await line
    expect({ code, text: text.slice(0, 300) }).toEqual({
      code: 2,
      text: expect.stringContaining(words) as string,
    })
  }
  const late = await ask(loanNo, '--document', '101', '--by', '2026-05-20')
  expect(late).toMatchObject({
    code: 1,
    text: expect.stringContaining('Name a day from 2026-03-13') as string,
  })
})
