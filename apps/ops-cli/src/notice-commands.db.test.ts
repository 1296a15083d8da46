import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'
import { reportNotice, sendNoia } from '@dolphin/api/testing/undelivered-notices'
import { openArchive } from '@dolphin/integrations/archive/open-archive.sample'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let terminal: TestTerminal
let failure: MailFailure | undefined
const folder = mkdtempSync(join(tmpdir(), 'dolphin-paper-'))
const PORTFOLIO = ['--portfolio', '118']

beforeAll(async () => {
  const send = () => (failure === undefined ? Promise.resolve(undefined) : Promise.reject(failure))
  api = await startTestApi({ mail: { send, close: () => Promise.resolve() } })
  terminal = await openTerminal(api)
  await terminal.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await terminal.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a notice of law that bounced is printed with its address, mailed, and its work item closes', async () => {
  const { ops } = terminal
  expect((await ops(['notices', 'undelivered', ...PORTFOLIO])).text).toBe(
    'Every notice arrived or is under way.',
  )
  const loan = await signLoan(api)
  const noticeNo = await sendNoia(api, loan)
  await reportNotice(api, noticeNo, 'failedHard')
  expect((await ops(['notices', 'undelivered', ...PORTFOLIO])).text).toMatch(
    new RegExp(`${noticeNo} +${loan.loanNo} +noia +mail +bouncedHard .* 12 CFR 1002\\.9\\(c\\)\\(2\\) +no`),
  )
  const list = await ops(['notices', 'paper', 'list', ...PORTFOLIO])
  expect(list.text).toContain(noticeNo)
  const [item] = /W\d{9}/.exec((await ops(['work', 'list', ...PORTFOLIO])).text) ?? []
  expect((await ops(['work', 'done', item ?? '', '--reason', 'looked at it'])).code).toBe(1)
  expect((await ops(['notices', 'paper', 'mark', noticeNo, ...PORTFOLIO])).text).toContain('not printed yet')

  const out = join(folder, 'letters.zip')
  expect((await ops(['notices', 'paper', 'print', '--all', ...PORTFOLIO, '--out', out])).code).toBe(0)
  const files = openArchive(readFileSync(out))
  const pdf = `${loan.loanNo}-noia-${noticeNo}.pdf`
  expect(Object.keys(files)).toEqual(['addresses.csv', pdf])
  const addresses = Buffer.from(files['addresses.csv'] ?? []).toString('utf8')
  expect(addresses.split('\r\n')[1]).toMatch(
    new RegExp(`^${noticeNo},${pdf},${loan.loanNo},noia,Jordan Sample,`),
  )
  const text = readPdfText(files[pdf] ?? new Uint8Array()).join(' ')
  expect(text).toContain('Jordan Sample')
  expect(text).toContain('Your bank account')

  expect((await ops(['notices', 'paper', 'mark', '--all', ...PORTFOLIO])).text).toBe('Marked as mailed: 1.')
  const again = await ops(['notices', 'paper', 'mark', noticeNo, ...PORTFOLIO])
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('marked as mailed before') })
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).toBe('The paper queue is empty.')
  expect((await ops(['work', 'list', ...PORTFOLIO])).text).toBe('No open work items.')
})

test('notices that our own server refused are sent again once it is repaired, and leave the paper queue', async () => {
  const { ops } = terminal
  const loan = await signLoan(api)
  failure = new MailFailure(true, 550, 'sender', '5.7.26')
  const noticeNo = await sendNoia(api, loan)
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).toContain(noticeNo)
  expect((await ops(['notices', 'undelivered', ...PORTFOLIO])).text).toMatch(/rejected .* yes\b/)
  failure = undefined
  expect((await ops(['notices', 'retry', ...PORTFOLIO])).text).toMatch(/^Notices sent now: [1-9]/)
  await api.runJobs()
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).toBe('The paper queue is empty.')
  expect((await ops(['work', 'list', '--loan', loan.loanNo])).text).not.toContain('noia')
  const unknown = await ops(['notices', 'retry', ...PORTFOLIO, '--notice', 'AAAAAAAAAAAAAAAAAAAAAA'])
  expect(unknown.code).toBe(1)
})
