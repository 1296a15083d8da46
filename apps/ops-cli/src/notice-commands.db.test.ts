import { DAY_MS } from '@dolphin/domain/time/durations'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyStore } from '@dolphin/api/backup/verify-store'
import { sweepNoticesJob } from '@dolphin/api/modules/notices/notice-outbox'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'
import { reportNotice, sendRightsNotice } from '@dolphin/api/testing/undelivered-notices'
import { ok } from '@dolphin/domain/outcome'
import { openArchive } from '@dolphin/integrations/archive/open-archive.sample'
import { readPdfText } from '@dolphin/integrations/document/pdf-text'
import { MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

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
  const noticeNo = await sendRightsNotice(api, loan)
  await reportNotice(api, noticeNo, 'failedHard')
  expect((await ops(['notices', 'undelivered', ...PORTFOLIO])).text).toMatch(
    new RegExp(`${noticeNo} +${loan.loanNo} +rightsNotice +mail +bouncedHard .* 12 CFR 1041\\.9\\(c\\) +no`),
  )
  const list = await ops(['notices', 'paper', 'list', ...PORTFOLIO])
  expect(list.text).toContain(noticeNo)
  const [item] = /W\d{9}/.exec((await ops(['work', 'list', ...PORTFOLIO])).text) ?? []
  expect((await ops(['work', 'done', item ?? '', '--reason', 'looked at it'])).code).toBe(1)
  expect((await ops(['notices', 'paper', 'mark', noticeNo, ...PORTFOLIO])).text).toContain('not printed yet')

  const out = join(folder, 'letters.zip')
  expect((await ops(['notices', 'paper', 'print', '--all', ...PORTFOLIO, '--out', out])).code).toBe(0)
  const files = openArchive(readFileSync(out))
  const pdf = `${loan.loanNo}-rightsNotice-${noticeNo}.pdf`
  expect(Object.keys(files)).toEqual(['addresses.csv', pdf])
  const addresses = Buffer.from(files['addresses.csv'] ?? []).toString('utf8')
  expect(addresses.split('\r\n')[1]).toMatch(
    new RegExp(`^${noticeNo},${pdf},${loan.loanNo},rightsNotice,Jordan Sample,`),
  )
  const text = readPdfText(files[pdf] ?? new Uint8Array()).join(' ')
  expect(text).toContain('Jordan Sample')
  expect(text).toContain('Two payments in a row')

  expect((await ops(['notices', 'paper', 'mark', '--all', ...PORTFOLIO])).text).toBe('Marked as mailed: 1.')
  const again = await ops(['notices', 'paper', 'mark', noticeNo, ...PORTFOLIO])
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('marked as mailed before') })
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).toBe('The paper queue is empty.')
  expect((await ops(['work', 'list', ...PORTFOLIO])).text).toBe('No open work items.')
})

test('a letter that cannot be printed stops no other: it stays in the queue, and addresses.csv says why', async () => {
  const { ops } = terminal
  const [unprintable, loan] = [await signLoan(api), await signLoan(api)]
  const { documents } = api.deps
  const render = documents.render.bind(documents)
  vi.spyOn(documents, 'render').mockImplementation((model, at) =>
    model.footer.includes(unprintable.loanNo)
      ? Promise.reject(new Error('no page is wide enough'))
      : render(model, at),
  )
  const noticeNos: string[] = []
  for (const one of [unprintable, loan]) {
    const noticeNo = await sendRightsNotice(api, one)
    await reportNotice(api, noticeNo, 'failedHard')
    noticeNos.push(noticeNo)
  }
  const [left, pdf] = noticeNos
  const out = join(folder, 'all-but-one.zip')
  expect((await ops(['notices', 'paper', 'print', '--all', ...PORTFOLIO, '--out', out])).code).toBe(0)
  const files = openArchive(readFileSync(out))
  expect(Object.keys(files)).toEqual(['addresses.csv', `${loan.loanNo}-rightsNotice-${pdf}.pdf`])
  const addresses = Buffer.from(files['addresses.csv'] ?? []).toString('utf8')
  expect(addresses).toContain(`${left},not printed: no page is wide enough,${unprintable.loanNo}`)
  expect((await ops(['notices', 'paper', 'mark', '--all', ...PORTFOLIO])).text).toBe('Marked as mailed: 1.')
  const list = (await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text
  expect(list).toContain(left)
  expect(list).not.toContain(pdf)
  vi.restoreAllMocks()
  await ops(['notices', 'paper', 'print', '--all', ...PORTFOLIO, '--out', out])
  expect((await ops(['notices', 'paper', 'mark', '--all', ...PORTFOLIO])).text).toBe('Marked as mailed: 1.')
})

test('an examiner reads what became of a notice, and the letter to the byte as it was mailed (delivery.md §7)', async () => {
  const { ops } = terminal
  const loan = await signLoan(api)
  const noticeNo = await sendRightsNotice(api, loan)
  await reportNotice(api, noticeNo, 'failedHard')
  const out = join(folder, 'letter.zip')
  const printed = async () => {
    expect((await ops(['notices', 'paper', 'print', noticeNo, ...PORTFOLIO, '--out', out])).code).toBe(0)
    return Buffer.from(openArchive(readFileSync(out))[`${loan.loanNo}-rightsNotice-${noticeNo}.pdf`] ?? [])
  }
  const first = await printed()
  api.clock.advance(DAY_MS)
  const mailed = await printed()
  expect(mailed.equals(first)).toBe(false)
  await ops(['notices', 'paper', 'mark', noticeNo, ...PORTFOLIO])
  const pack = join(folder, 'pack.zip')
  expect((await ops(['export', '--loan', loan.loanNo, '--out', pack])).code).toBe(0)
  const files = openArchive(readFileSync(pack))
  const own = (name: string) => Buffer.from(files[`loans/${loan.loanNo}/${name}`] ?? [])
  expect(own(`letters/${noticeNo}.pdf`).equals(mailed)).toBe(true)
  const [head, ...lines] = own('delivery.csv').toString('utf8').trim().split('\r\n')
  expect(head).toBe('at,notice,source,event,status,by,file')
  const of = lines.filter((line) => line.includes(noticeNo)).map((line) => line.split(',').slice(2))
  const letter = `letters/${noticeNo}.pdf`
  expect(of).toEqual([
    ['mailbox', 'failedHard', '5.1.1', '', ''],
    ['paper', 'queued', '', '', ''],
    ['paper', 'printed', '', 'employee:ada-example', letter],
    ['paper', 'mailed', '', 'employee:ada-example', letter],
  ])
  const notices = JSON.parse(own('notices.json').toString('utf8')) as { mailId: string; delivery: string }[]
  expect(notices.find(({ mailId }) => mailId === noticeNo)?.delivery).toBe('bouncedHard')
  const complaints = async () =>
    (await verifyStore({ executor: api.database.db, objects: api.deps.objects })).complaints
  expect(await complaints()).toEqual([])
  await api.database.db.execute('update paper_notices set size_bytes = 1')
  expect(await complaints()).toContainEqual(expect.stringContaining(`letter 118/${noticeNo}`))
})

test('a letter is wholly in the language in which its notice was sent, whatever the customer reads since', async () => {
  const { ops } = terminal
  const out = join(folder, 'language.zip')
  const loan = await signLoan(api)
  await api.database.db.execute("update customers set language = 'es'")
  const noticeNo = await sendRightsNotice(api, loan)
  await api.database.db.execute("update customers set language = 'en'")
  await reportNotice(api, noticeNo, 'failedHard')
  expect((await ops(['notices', 'paper', 'print', noticeNo, ...PORTFOLIO, '--out', out])).code).toBe(0)
  const pdf = openArchive(readFileSync(out))[`${loan.loanNo}-rightsNotice-${noticeNo}.pdf`]
  const text = readPdfText(pdf ?? new Uint8Array()).join(' ')
  for (const words of ['Hola, Jordan', 'de marzo de 2026', 'Le escribimos por correo postal'])
    expect(text).toContain(words)
  expect(text).not.toMatch(/March|We write by mail/)
  await ops(['notices', 'paper', 'mark', noticeNo, ...PORTFOLIO])
})

test('a notice of law that no report speaks of is unknown after a week; another one never is', async () => {
  const { ops } = terminal
  const unknown = () => ops(['notices', 'undelivered', '--unknown', ...PORTFOLIO])
  const loan = await signLoan(api)
  const noticeNo = await sendRightsNotice(api, loan)
  const arrived = await sendRightsNotice(api, await signLoan(api))
  await reportNotice(api, arrived, 'delivered')
  expect((await unknown()).text).not.toContain(noticeNo)
  api.clock.advance(7 * DAY_MS + 1)
  await terminal.ops(['login', '--demo', 'Ada Example'])
  const { text } = await unknown()
  expect(text).toMatch(
    new RegExp(`${noticeNo} +${loan.loanNo} +rightsNotice +mail +accepted .* 12 CFR 1041\\.9\\(c\\) +no`),
  )
  expect(text).not.toContain(arrived)
  expect(text).not.toContain('approved')
  expect((await ops(['work', 'list', '--loan', loan.loanNo])).text).not.toContain('rightsNotice')
})

test('what a customer does not want is noted by its name, with how it was asked for', async () => {
  const { ops } = terminal
  const { email } = await signLoan(api)
  const line = ['contact', 'opt-out', email, ...PORTFOLIO]
  expect((await ops([...line, '--from', 'letters', '--note', 'by phone'])).code).toBe(2)
  expect((await ops([...line, '--from', 'doNotCall'])).code).toBe(2)
  const done = await ops([...line, '--from', 'doNotCall', '--note', 'by phone'])
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Only the customer takes it back') })
})

test('notices that our own server refused for three days are sent again once it is repaired, and leave the paper queue', async () => {
  const { ops } = terminal
  const loan = await signLoan(api)
  failure = new MailFailure(true, 550, 'sender', '5.7.26')
  const noticeNo = await sendRightsNotice(api, loan)
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).toBe('The paper queue is empty.')
  expect((await ops(['work', 'list', '--kind', 'sendingRefused'])).text).toContain('5.7.26')
  await api.database.executeSql(
    "update outbox set created_at = created_at - interval '3 days', next_attempt_at = created_at where sent_at is null",
  )
  await sweepNoticesJob(api.deps).run({})
  await api.runJobs()
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).toContain(noticeNo)
  expect((await ops(['notices', 'undelivered', ...PORTFOLIO])).text).toMatch(/rejected .* yes\b/)
  failure = undefined
  expect((await ops(['notices', 'retry', ...PORTFOLIO])).text).toMatch(/^Notices that go out again: [1-9]/)
  await api.runJobs()
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).toBe('The paper queue is empty.')
  expect((await ops(['work', 'list', '--loan', loan.loanNo])).text).not.toContain('rightsNotice')
  const unknown = await ops(['notices', 'retry', ...PORTFOLIO, '--notice', 'AAAAAAAAAAAAAAAAAAAAAA'])
  expect(unknown.code).toBe(1)
})

test('a letter whose words are no longer so is not printed: it leaves the queue and its work item closes', async () => {
  const { ops } = terminal
  const out = join(folder, 'no-longer.zip')
  const loan = await signLoan(api)
  // It bounced while the application was open; then the loan was approved.
  await api.deps.units.write(async (unit) => {
    const { client, loanNo, email: recipient } = loan
    await api.deps.notices.send(unit, {
      portfolioId: 118,
      openId: client.openId,
      loanNo,
      recipient,
      kind: 'noia',
      dedupKey: `noia/${loanNo}`,
      values: {
        firstName: 'Jordan',
        loanNo,
        missing: ['Your bank account'],
        answerBy: '04/02/2026',
        link: 'https://loans.example.com/application',
      },
    })
    return ok(undefined)
  })
  const { rows } = await api.database.db.execute<{ id: string }>(
    sql`select notice_id as id from outbox where loan_no = ${loan.loanNo} and kind = 'noia'`,
  )
  const noticeNo = rows[0]?.id ?? ''
  await reportNotice(api, noticeNo, 'failedHard')
  const printed = await ops(['notices', 'paper', 'print', noticeNo, ...PORTFOLIO, '--out', out])
  expect(printed, printed.text).toMatchObject({ code: 0 })
  const files = openArchive(readFileSync(out))
  expect(Object.keys(files)).toEqual(['addresses.csv'])
  expect(Buffer.from(files['addresses.csv'] ?? []).toString()).toContain('what it says is no longer so')
  expect((await ops(['notices', 'paper', 'list', ...PORTFOLIO])).text).not.toContain(noticeNo)
  expect((await ops(['work', 'list', '--loan', loan.loanNo])).text).not.toContain('noia')
})
