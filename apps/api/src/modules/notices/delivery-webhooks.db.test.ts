import { DAY_MS } from '@dolphin/domain/time/durations'
import { mkdtemp, readdir, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCustomer, setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { listOpenWorkItems, WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { OptInFlag } from '@dolphin/domain/identity/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { sendRightsNotice } from '../../testing/undelivered-notices.ts'
import { referenceOf, returnPathOf, unsubscribeToken } from './notice-reference.ts'
import { readMailbox } from './return-mailbox.ts'

const BOUNCES = 'bounce.lender.example'
let api: TestApi
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-returns-'))
  api = await startTestApi({
    env: {
      MAIL_PROVIDER: 'postmark',
      POSTMARK_WEBHOOK_USERNAME: 'postmark',
      POSTMARK_WEBHOOK_PASSWORD: 'sample',
      MAIL_BOUNCE_DOMAIN: BOUNCES,
      MAIL_RETURN_FOLDER: folder,
    },
  })
})
beforeEach(() => resetApi(api))
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const keyOf = (noticeId: string) => ({ portfolioId: 118, noticeId })

async function deliveryOf(noticeId: string): Promise<unknown> {
  const { rows } = await api.database.db.execute<{ delivery: string }>(
    sql`select delivery from outbox where notice_id = ${noticeId}`,
  )
  return rows[0]?.delivery
}

const customerOf = async ({ client }: SignedLoan) => {
  const owner = { portfolioId: 118, openId: client.openId }
  return await findCustomer(api.database.db, api.deps.cipher, owner)
}

const authorization = `Basic ${Buffer.from('postmark:sample').toString('base64')}`
const postmark = (body: unknown, headers: Record<string, string> = { authorization }) =>
  api.app.inject({
    method: 'POST',
    url: '/webhooks/mail/postmark',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })

test('a provider’s report moves its notice, once, and only where the provider is who it says (design/security.md T21)', async () => {
  const noticeId = await sendRightsNotice(api, await signLoan(api))
  const about = { MessageID: 'm1', Metadata: { notice: referenceOf(keyOf(noticeId)) } }
  const delivery = { RecordType: 'Delivery', Recipient: 'a@b.example', ...about }
  expect((await postmark(delivery, {})).json()).not.toMatchObject({ code: 1 })
  expect(await deliveryOf(noticeId)).toBe('accepted')
  for (let time = 0; time < 3; time += 1) expect((await postmark(delivery)).json()).toMatchObject({ code: 1 })
  expect(await deliveryOf(noticeId)).toBe('delivered')
  const bounce = { RecordType: 'Bounce', ID: 1, TypeCode: 1, ...about }
  expect((await postmark(bounce)).json()).toMatchObject({ code: 1 })
  expect((await postmark(delivery)).json()).toMatchObject({ code: 1 })
  expect(await deliveryOf(noticeId)).toBe('bouncedHard')
  const { rows } = await api.database.db.execute(
    sql`select event from delivery_events where notice_id = ${noticeId} order by event`,
  )
  expect(rows).toEqual([{ event: 'delivered' }, { event: 'failedHard' }])
  const unknown = { ...delivery, Metadata: { notice: '118-BBBBBBBBBBBBBBBBBBBBBB' } }
  expect((await postmark(unknown)).json()).toMatchObject({ code: 1 })
})

test('FC-65: a report that lost our reference is matched by our Message-ID; one that names none is an item of the day', async () => {
  const noticeId = await sendRightsNotice(api, await signLoan(api))
  const bounce = (Content: string, ID: number) =>
    postmark({ RecordType: 'Bounce', ID, TypeCode: 1, MessageID: 'lost', Content })
  await bounce(`Subject: x\r\nMessage-ID: <118.${noticeId}@lender.example>\r\n\r\n`, 1)
  expect(await deliveryOf(noticeId)).toBe('bouncedHard')
  const items = () =>
    listOpenWorkItems(api.database.db, { portfolioId: WHOLE_SERVER, kind: 'unreadReturnMail' })
  expect(await items()).toEqual([])
  for (const id of [2, 3, 3]) await bounce('', id)
  await postmark({ RecordType: 'Delivery', Recipient: 'a@b.example', MessageID: 'lost' })
  const [item] = await items()
  expect(item).toMatchObject({ facts: { count: 2, files: ['postmark/Bounce/2', 'postmark/Bounce/3'] } })
  expect(item?.reason).toBe('2 reports of postmark say that a message failed and name no notice of ours')
})

test('the webhook of a provider that is not set up is not there', async () => {
  for (const name of ['ses', 'sendgrid']) {
    const reply = await api.app.inject({ method: 'POST', url: `/webhooks/mail/${name}`, payload: '{}' })
    expect(reply.statusCode).toBe(404)
  }
})

test('one click ends advertising, a look at the link does not, and another code opens nothing (RFC 8058)', async () => {
  const loan = await signLoan(api)
  const owner = { portfolioId: 118, openId: loan.client.openId }
  await setOptInFlags(api.database.db, owner, OptInFlag.marketing, api.clock.now())
  const token = unsubscribeToken(api.deps.keys, owner)
  const ask = (method: 'GET' | 'POST', name: string) =>
    api.app.inject({
      method,
      url: `/mail/unsubscribe/${name}`,
      ...(method === 'POST'
        ? {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: 'List-Unsubscribe=One-Click',
          }
        : {}),
    })
  expect((await ask('GET', token)).statusCode).toBe(302)
  expect((await ask('POST', token.replace(/.$/, '0').replace(/.{2}$/, 'zz'))).statusCode).toBe(404)
  expect((await customerOf(loan))?.optInFlags).toBe(OptInFlag.marketing)
  for (let time = 0; time < 2; time += 1) expect((await ask('POST', token)).json()).toMatchObject({ code: 1 })
  expect((await customerOf(loan))?.optInFlags).toBe(0)
})

describe('the return mailbox (RFC 3464)', () => {
  const reportTo = (to: string, action = 'failed') =>
    [
      `To: ${to}`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="q1"',
      '',
      '--q1',
      'Content-Type: text/plain',
      '',
      'Could not be delivered.',
      '--q1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.lender.example',
      '',
      'Final-Recipient: rfc822; dana.quill@mail.example',
      `Action: ${action}`,
      'Status: 5.1.1',
      '',
      '--q1--',
      '',
    ].join('\r\n')
  const put = async (name: string, text: string) => {
    await mkdir(join(folder, 'new'), { recursive: true })
    await writeFile(join(folder, 'new', name), text)
  }
  const unread = () =>
    listOpenWorkItems(api.database.db, { portfolioId: WHOLE_SERVER, kind: 'unreadReturnMail' })
  const names = async (part: string) => (await readdir(join(folder, part))).toSorted()

  test('a report by our own address moves its notice; it is read once, and what is none is kept apart', async () => {
    const noticeId = await sendRightsNotice(api, await signLoan(api))
    const path = returnPathOf(api.deps.keys, keyOf(noticeId), BOUNCES)
    await put('1', reportTo(path, 'delayed'))
    await put('2', reportTo(path.toUpperCase()))
    await put('3', 'Subject: I am away\r\n\r\nBack on Monday.')
    await put('4', reportTo(path.replace(/[0-9a-f]@/, (last) => (last === '0@' ? '1@' : '0@'))))
    await readMailbox(api.deps, folder)
    await readMailbox(api.deps, folder)
    expect(await deliveryOf(noticeId)).toBe('bouncedHard')
    expect(await names('new')).toEqual([])
    expect(await names('cur')).toEqual(['1:2,S', '2:2,S', '3:2,FS', '4:2,FS'])
    expect(await unread()).toMatchObject([{ facts: { count: 2, files: ['3', '4'] }, closedAt: null }])
  })

  test('FC-72: a bounce in plain words to a return address of ours is a bounce, a vacation answer is not', async () => {
    const noticeId = await sendRightsNotice(api, await signLoan(api))
    const path = returnPathOf(api.deps.keys, keyOf(noticeId), BOUNCES)
    const answer = [
      'Return-Path: <>',
      'From: dana@mail.example',
      `To: ${path}`,
      'Auto-Submitted: auto-replied',
    ]
    await put('8', [...answer, 'Subject: Out of office', '', 'Back on Monday.'].join('\r\n'))
    await readMailbox(api.deps, folder)
    expect(await deliveryOf(noticeId)).toBe('accepted')
    const bounce = [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mail.example',
      `To: ${path}`,
      'Subject: failure notice',
    ]
    await put('9', [...bounce, '', "I'm afraid I wasn't able to deliver your message."].join('\r\n'))
    await readMailbox(api.deps, folder)
    expect(await deliveryOf(noticeId)).toBe('bouncedUnclear')
    expect(await names('cur')).toEqual(expect.arrayContaining(['8:2,FS', '9:2,S']))
    const { rows } = await api.database.db.execute(sql`select kind from paper_notices`)
    expect(rows).toEqual([{ kind: 'rightsNotice' }])
  })

  test('what is of no use is one work item a day with its count and files, new where that one was closed', async () => {
    await put('5', 'Subject: Please call me\r\n\r\nAbout my loan.')
    await readMailbox(api.deps, folder)
    await put('6', 'no message at all')
    // A crash before the move leaves a message that was noted already.
    await put('5', 'Subject: Please call me\r\n\r\nAbout my loan.')
    await readMailbox(api.deps, folder)
    const [item] = await unread()
    expect(item).toMatchObject({ facts: { count: 2, files: ['5', '6'] } })
    expect(item?.reason).toBe('2 messages in the return mailbox could not be read or name no notice of ours')
    api.clock.advance(DAY_MS)
    await put('7', 'no message at all')
    await readMailbox(api.deps, folder)
    expect(await unread()).toMatchObject([{ facts: { count: 2 } }, { facts: { count: 1, files: ['7'] } }])
  })
})
