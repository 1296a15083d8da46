import { ReviewStatus } from '@dolphin/domain/loans/codes'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailboxSmsSender } from './mailbox-sms-sender.ts'
import { SmsFailure } from './sms-sender.ts'
import { createTwilioSender } from './twilio-sender.ts'

interface Received {
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly form: Readonly<Record<string, string>>
}

/** Answers like POST /2010-04-01/Accounts/{Sid}/Messages.json of Twilio's published description. */
let answer: { status: number; body: unknown } | 'silence'
let received: Received[]
let server: Server

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

beforeEach(async () => {
  received = []
  answer = { status: 201, body: { sid: `SM${'0'.repeat(32)}`, status: 'queued' } }
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { url: path, headers } = request
      received.push({
        path,
        authorization: headers.authorization,
        form: Object.fromEntries(new URLSearchParams(body)),
      })
      if (answer === 'silence') return response.destroy()
      return response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => void server.close(resolve)))

const ACCOUNT = `AC${'1'.repeat(32)}`
const aSender = (from = '+13025550100', webhookUrl?: string) =>
  createTwilioSender({
    webhookUrl,
    accountSid: ACCOUNT,
    authToken: 'token',
    from,
    edge: undefined,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
const message = { to: '3025550147', text: 'Sample: 123456 is your code.', messageId: 'm1' }
const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a message goes to the account with its number in E.164, and once', async () => {
  await aSender().send(message)
  expect(received).toEqual([
    {
      path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
      authorization: `Basic ${Buffer.from(`${ACCOUNT}:token`).toString('base64')}`,
      form: { To: '+13025550147', From: '+13025550100', Body: message.text },
    },
  ])
})

test('a messaging service takes the place of the number', async () => {
  const service = `MG${'2'.repeat(32)}`
  await aSender(service).send(message)
  expect(received[0]?.form).toEqual({ To: '+13025550147', MessagingServiceSid: service, Body: message.text })
})

test('STOP is a distinct permanent failure, and no failure names the number (47 CFR 64.1200)', async () => {
  answer = {
    status: 400,
    body: { status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient +13025550147' },
  }
  const failure = await failureOf(aSender().send(message))
  expect(failure).toMatchObject({ permanent: true, fault: 'optedOut', responseCode: 21_610 })
  expect(JSON.stringify(failure, ['message', 'stack'])).not.toContain('3025550147')
})

test.each([
  ['a number that is none', { status: 400, body: { status: 400, code: 21_211, message: 'x' } }, 'hard'],
  ['a wrong token', { status: 401, body: { status: 401, code: 20_003, message: 'x' } }, 'sender'],
  [
    'a closed account',
    { status: 403, body: { status: 403, code: ReviewStatus.tribe, message: 'x' } },
    'sender',
  ],
  ['an unknown account', { status: 404, body: { status: 404, code: 20_404, message: 'x' } }, 'sender'],
  ['an unregistered sender', { status: 400, body: { status: 400, code: 30_034, message: 'x' } }, 'sender'],
  [
    'FC-102: a number that is not ours',
    { status: 400, body: { status: 400, code: 21_606, message: 'x' } },
    'sender',
  ],
  [
    'FC-102: a messaging service that is not ours',
    { status: 400, body: { status: 400, code: 21_705, message: 'x' } },
    'sender',
  ],
  [
    'FC-102: a region that is switched off',
    { status: 400, body: { status: 400, code: 21_408, message: 'x' } },
    'sender',
  ],
  [
    'FC-102: a queue of ours that is full',
    { status: 400, body: { status: 400, code: 21_611, message: 'x' } },
    'sender',
  ],
  ['too many requests', { status: 429, body: { status: 429, code: 20_429, message: 'x' } }, 'sender'],
  ['a failing server', { status: 503, body: 'busy' }, 'sender'],
  ['a connection cut off', 'silence' as const, 'sender'],
])(
  '%s: whose fault it is and so whether trying again helps is known, and the client itself tries once',
  async (_, given, fault) => {
    const permanent = fault !== 'sender'
    answer = given
    const failure = await failureOf(aSender().send(message))
    expect(failure).toBeInstanceOf(SmsFailure)
    expect(failure).toMatchObject({ permanent, fault })
    expect(received).toHaveLength(1)
  },
)

test('without a provider nothing leaves the machine', async () => {
  await mailboxSmsSender.send(message)
  expect(received).toEqual([])
})

test('201 with a message that failed already is not sent (vendors.md, Text messages)', async () => {
  answer = { status: 201, body: { sid: 'SM1', status: 'failed', error_code: 30_005 } }
  expect(await failureOf(aSender().send(message))).toMatchObject({ permanent: true, fault: 'hard' })
})

test('the id of the message is returned, and reports are asked for under its name', async () => {
  const sid = `SM${'0'.repeat(32)}`
  expect(await aSender('+13025550100', 'https://hooks.lender.example').send(message)).toBe(sid)
  expect(received[0]?.form['StatusCallback']).toBe(
    'https://hooks.lender.example/webhooks/sms/twilio?notice=m1',
  )
})
