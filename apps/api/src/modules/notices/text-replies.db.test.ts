import { DAY_MS } from '@dolphin/domain/time/durations'
import { createHmac } from 'node:crypto'
import { CALLS } from '@dolphin/contract/registry'
import { findCustomer, setOptInFlags, setStaffOptOut } from '@dolphin/database/identity/customer-repository'
import { listSecureMessages } from '@dolphin/database/messages/secure-message-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { OptInFlag } from '@dolphin/domain/identity/codes'
import { ok } from '@dolphin/domain/outcome'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { referenceOf } from './notice-reference.ts'

const HOOKS = 'https://hooks.lender.example'
const PHONE = '3025550147'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    env: {
      TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+13025550100',
      TWILIO_WEBHOOK_URL: HOOKS,
    },
  })
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

async function deliveryOf(noticeId: string): Promise<unknown> {
  const { rows } = await api.database.db.execute<{ delivery: string }>(
    sql`select delivery from outbox where notice_id = ${noticeId}`,
  )
  return rows[0]?.delivery
}

const customerOf = async ({ client }: Pick<SignedLoan, 'client'>) => {
  const owner = { portfolioId: 118, openId: client.openId }
  return await findCustomer(api.database.db, api.deps.cipher, owner)
}

const twilio = (path: string, form: Record<string, string>, token = 'token') => {
  const text = Object.keys(form)
    .toSorted()
    .map((name) => `${name}${form[name]}`)
    .join('')
  return api.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(`${HOOKS}${path}${text}`).digest('base64'),
    },
    payload: new URLSearchParams(form).toString(),
  })
}

async function texted(signed?: SignedLoan): Promise<{ loan: SignedLoan; noticeId: string }> {
  const loan = signed ?? (await signLoan(api))
  const { openId } = loan.client
  await api.deps.units.write(async (unit) => {
    await api.deps.notices.send(unit, {
      portfolioId: 118,
      openId,
      loanNo: null,
      channel: 'sms',
      recipient: PHONE,
      kind: 'loginCode',
      dedupKey: `code/${openId}`,
      values: { code: '000000', validMinutes: '10' },
    })
    return ok(undefined)
  })
  await api.runJobs()
  const { rows } = await api.database.db.execute<{ id: string }>(
    sql`select notice_id as id from outbox where dedup_key = ${`code/${openId}`}`,
  )
  return { loan, noticeId: rows[0]?.id ?? '' }
}

let texts = 0
const say = (Body: string, { sid, from = PHONE }: { sid?: string; from?: string } = {}) => {
  texts += 1
  const form = { From: `+1${from}`, Body, MessageSid: sid ?? `SM${texts}` }
  return twilio('/webhooks/sms/twilio/incoming', form)
}

test('how far a text came is known by its own address', async () => {
  const { noticeId } = await texted()
  const path = `/webhooks/sms/twilio?notice=${referenceOf({ portfolioId: 118, noticeId })}`
  const form = { MessageSid: 'SM1', MessageStatus: 'delivered' }
  expect((await twilio(path, form, 'wrong')).json()).not.toMatchObject({ code: 1 })
  expect(await deliveryOf(noticeId)).toBe('accepted')
  await twilio(path, form)
  await twilio(path, { ...form, MessageStatus: 'sent' })
  expect(await deliveryOf(noticeId)).toBe('delivered')
})

test('ALTO ends texts and advertising and nothing else, is answered in Spanish, and INICIAR takes it back', async () => {
  const { loan } = await texted()
  const owner = { portfolioId: 118, openId: loan.client.openId }
  await setOptInFlags(api.database.db, owner, OptInFlag.marketing | OptInFlag.operation, api.clock.now())
  await api.database.db.execute(sql`update customers set language = 'es'`)
  const say = (Body: string, token?: string) =>
    twilio('/webhooks/sms/twilio/incoming', { From: `+1${PHONE}`, Body, MessageSid: 'SM2' }, token)
  expect((await say('ALTO', 'wrong')).statusCode).not.toBe(200)
  const stopped = await say('ALTO')
  expect(stopped.body).toMatch(/^<\?xml.*<Message>.*no recibirá más.*Responda START/)
  await say('ALTO')
  expect((await customerOf(loan))?.optInFlags).toBe(OptInFlag.doNotCall | OptInFlag.operation)
  expect((await say('STOP')).body).not.toContain('<Message>')
  expect((await say('AYUDA')).body).toMatch(/llame al \(\d{3}\)/)
  await say('INICIAR')
  expect((await customerOf(loan))?.optInFlags).toBe(OptInFlag.operation)
})

test('START does not lift what an employee set', async () => {
  const { loan } = await texted()
  const owner = { portfolioId: 118, openId: loan.client.openId }
  await setOptInFlags(api.database.db, owner, OptInFlag.doNotCall, api.clock.now())
  await twilio('/webhooks/sms/twilio/incoming', { From: `+1${PHONE}`, Body: 'START', MessageSid: 'SM3' })
  expect((await customerOf(loan))?.optInFlags).toBe(OptInFlag.doNotCall)
})

test('START after STOP does not undo what the customer told an employee, and says how it is allowed again', async () => {
  const { loan } = await texted()
  const owner = { portfolioId: 118, openId: loan.client.openId }
  await say('STOP')
  await setStaffOptOut(api.database.db, owner, OptInFlag.doNotCall, api.clock.now())
  expect((await say('INICIAR')).body).toContain('you asked our staff')
  expect((await customerOf(loan))?.optInFlags).toBe(OptInFlag.doNotCall)
  await loan.client.ask(CALLS.allowContact, { body: { optOut: 'doNotCall' } })
  expect((await customerOf(loan))?.optInFlags).toBe(0)
})

describe('what says more than a keyword reaches an employee', () => {
  const messagesOf = async ({ client }: Pick<SignedLoan, 'client'>) =>
    await listSecureMessages(
      api.database.db,
      api.deps.cipher,
      { portfolioId: 118, openId: client.openId },
      { limit: 50 },
    )
  const items = (kind: WorkItemKind) => listOpenWorkItems(api.database.db, { portfolioId: 118, kind })

  test('as a message of the customer whose number it is, once however often it comes, and answered once a day', async () => {
    const { loan } = await texted()
    const first = await say('Can I pay on Friday?', { sid: 'SMa' })
    expect(first.body).toContain('<Message>')
    expect(first.body).toContain('we got your text')
    expect((await say('Can I pay on Friday?', { sid: 'SMa' })).body).not.toContain('<Message>')
    expect((await say('Hello?')).body).not.toContain('<Message>')
    expect((await messagesOf(loan)).map(({ text, sender, readAt }) => [text, sender, readAt])).toEqual([
      ['Text message: Hello?', 'customer', null],
      ['Text message: Can I pay on Friday?', 'customer', null],
    ])
    api.clock.advance(DAY_MS)
    expect((await say('')).body).toContain('we got your text')
    expect((await messagesOf(loan))[0]?.text).toBe('Text message: (no words)')
    expect(await items('revocationToCheck')).toEqual([])
  })

  test('"stop taking my money" is a work item of each loan, and stops neither a debit nor texts', async () => {
    const { loan } = await texted()
    const statusOf = async () =>
      (await api.database.db.execute(sql`select status, revoked_at from debit_authorizations, loans`)).rows
    const before = await statusOf()
    for (const text of ['Stop taking my money!', 'Deje de cobrarme'])
      expect((await say(text)).statusCode, text).toBe(200)
    expect(await statusOf()).toEqual(before)
    expect((await customerOf(loan))?.optInFlags).toBe(0)
    const messages = await messagesOf(loan)
    expect(messages).toHaveLength(2)
    expect(await items('revocationToCheck')).toMatchObject([
      { loanNo: loan.loanNo, facts: { openId: loan.client.openId, messageNo: messages[1]?.messageNo } },
    ])
  })

  test('a STOP within a sentence stops texts, and an employee reads the sentence', async () => {
    const { loan } = await texted()
    expect((await say('Please stop texting me, I am in hospital')).body).toContain('no more texts')
    expect((await customerOf(loan))?.optInFlags).toBe(OptInFlag.doNotCall)
    expect(await messagesOf(loan)).toHaveLength(1)
    expect((await say('Are you there?')).body).not.toContain('<Message>')
    expect(await messagesOf(loan)).toHaveLength(2)
  })

  test('FC-78: a wrong number gets no more texts, is no stranger’s to turn on again, and an employee reads it', async () => {
    const { loan } = await texted()
    const said = await say('You have the wrong number, who is this')
    expect(said.body).toContain('no more texts to this number')
    expect(said.body).not.toContain('START')
    const suspended = async () =>
      (await api.database.db.execute(sql`select event from suspended_addresses`)).rows
    expect(await suspended()).toEqual([{ event: 'failedHard' }])
    expect(await messagesOf(loan)).toHaveLength(1)
    await say('START')
    expect(await suspended()).toEqual([{ event: 'failedHard' }])
    expect((await customerOf(loan))?.optInFlags ?? 0).toBe(
      (await customerOf(loan))!.optInFlags & ~OptInFlag.doNotCall,
    )
  })

  test('FC-77: free words in either language stop texts at once', async () => {
    const { loan } = await texted()
    expect((await say('No me manden mas mensajes')).body).toContain('no more texts from us')
    expect((await customerOf(loan))?.optInFlags).toBe(OptInFlag.doNotCall)
  })

  test('of a number that two customers have it is kept for neither; a work item names both', async () => {
    const { loan } = await texted()
    const client = await createCustomer(api, { email: 'same-phone@example.com' })
    await texted({ ...loan, client })
    expect((await say('Stop charging me')).body).toContain('could not keep')
    for (const one of [loan, { client }]) expect(await messagesOf(one)).toEqual([])
    const openIds = [loan.client.openId, client.openId].toSorted()
    expect(await items('textOfSeveral')).toMatchObject([{ loanNo: null, facts: { customers: openIds } }])
    const subjects = (await items('revocationToCheck')).map(({ subject }) => subject)
    expect(new Set(subjects)).toEqual(new Set([`revocation/${loan.loanNo}`, `revocation/${client.openId}`]))
  })

  test('of an unknown number it is counted and answered once, in both languages; STOP is not answered', async () => {
    const unknown = { from: '3025550199' }
    expect((await say('stop please', unknown)).body).not.toContain('<Message>')
    const first = await say('Who is this?', unknown)
    expect(first.body).toMatch(/not on file.*no está registrado/)
    expect((await say('Hello?', unknown)).body).not.toContain('<Message>')
    const { text } = await api.deps.observability.metrics.scrape()
    expect(text).toContain('dolphin_texts_received_total{from="unknown"} 3')
  })

  test('more texts an hour than a person writes are not kept', async () => {
    const { loan } = await texted()
    for (let number = 1; number <= 31; number += 1) await say(`text ${number}`)
    expect(await messagesOf(loan)).toHaveLength(30)
  })
})
