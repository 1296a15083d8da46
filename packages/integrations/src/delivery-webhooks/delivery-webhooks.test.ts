import { DAY_MS, HOUR_MS } from '@dolphin/domain/time/durations'
import { readFileSync } from 'node:fs'
import { createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto'
import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selfSignedCertificate } from '../document/self-signed-certificate.ts'
import { readPostmarkWebhook } from './postmark.ts'
import { readSendgridWebhook } from './sendgrid.ts'
import { readSesWebhook } from './ses.ts'
import { readTwilioStatus, signedTwilioForm } from './twilio.ts'
import type { DeliveryWebhookMessage, DeliveryWebhookReading } from './webhook-message.ts'

const NOW = new Date('2026-03-03T15:00:00Z')
const REFERENCE = '118-AAAAAAAAAAAAAAAAAAAAAA'
const vector = (name: string): string =>
  readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), 'utf8')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const aMessage = (
  body: string,
  headers: Record<string, string> = {},
  path = '/',
): DeliveryWebhookMessage => ({
  body: bytes(body),
  headers,
  path,
})
const eventsOf = (reading: DeliveryWebhookReading) =>
  reading.kind === 'reports' ? reading.reports.map(({ event }) => event) : reading.kind

describe('Postmark names itself by HTTP Basic (delivery.md §5)', () => {
  const settings = { username: 'postmark', password: 'sample' }
  const authorization = `Basic ${Buffer.from('postmark:sample').toString('base64')}`
  const read = (body: Record<string, unknown>, headers = { authorization }) =>
    readPostmarkWebhook(
      settings,
      aMessage(JSON.stringify({ MessageID: 'm1', Metadata: { notice: REFERENCE }, ...body }), headers),
    )

  test.each([
    [{ RecordType: 'Delivery', Recipient: 'a@b.example' }, ['delivered']],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 1 }, ['failedHard']],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 4_096, Details: 'smtp;552 5.2.2 full' }, ['failedSoft']],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 1, Details: 'smtp;550 5.7.26 policy' }, ['failedByUs']],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 2 }, ['delayed']],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 64 }, []],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 2_048 }, ['undetermined']],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 100_009 }, ['failedByUs']],
    [{ RecordType: 'Bounce', ID: 7, TypeCode: 1, Details: 'smtp;550 5.0.0 refused' }, ['failedHard']],
    [{ RecordType: 'SpamComplaint', ID: 8 }, ['complained']],
    [{ RecordType: 'SubscriptionChange' }, []],
    [{ RecordType: 'Unknown' }, []],
  ])('%j', (body, events) => {
    expect(eventsOf(read(body))).toEqual(events)
  })

  test('another name, or none, is forged; what is no report is unreadable', () => {
    const wrong = { authorization: 'Basic eDp5' }
    expect(read({ RecordType: 'Delivery' }, wrong).kind).toBe('forged')
    expect(readPostmarkWebhook(settings, aMessage('{}')).kind).toBe('forged')
    expect(readPostmarkWebhook(settings, aMessage('no json', { authorization })).kind).toBe('unreadable')
  })
})

describe('SendGrid signs time and body (delivery.md §5)', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const shown = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const timestamp = String(NOW.getTime() / 1_000)
  const read = (body: string, { at = NOW, text = body } = {}) =>
    readSendgridWebhook(
      shown,
      aMessage(body, {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': sign(
          'sha256',
          Buffer.from(timestamp + text),
          privateKey,
        ).toString('base64'),
      }),
      at,
    )
  const event = (more: Record<string, unknown>) =>
    JSON.stringify([{ sg_event_id: 'e1', sg_message_id: 'm1.recv', notice: REFERENCE, ...more }])

  test.each([
    [{ event: 'processed' }, ['accepted']],
    [{ event: 'deferred' }, ['delayed']],
    [{ event: 'delivered' }, ['delivered']],
    [{ event: 'bounce', type: 'bounce', status: '5.1.1' }, ['failedHard']],
    [{ event: 'bounce', type: 'bounce' }, ['failedHard']],
    [{ event: 'bounce', type: 'blocked', reason: '550 5.7.1 policy' }, ['failedByUs']],
    [{ event: 'dropped', reason: 'Bounced Address' }, ['failedHard']],
    [{ event: 'dropped', reason: 'Bounced Address', status: '5.0.0' }, ['failedHard']],
    [{ event: 'dropped', reason: 'Unsubscribed Address' }, ['optedOut']],
    [{ event: 'dropped', reason: 'Something new' }, ['failedUnclear']],
    [{ event: 'bounce', type: 'blocked' }, ['failedUnclear']],
    [{ event: 'bounce', type: 'blocked', bounce_classification: 'Reputation' }, ['failedByUs']],
    [{ event: 'blocked', reason: 'refused' }, []],
    [{ event: 'spamreport' }, ['complained']],
    [{ event: 'open' }, []],
  ])('%j', (more, events) => {
    expect(eventsOf(read(event(more)))).toEqual(events)
  })

  test.each(['spam-content', 'invalid-header', 'quota'])(
    'FC-63: what it drops because of us (%s) is ours (docs/field-cases.md)',
    (name) => {
      const reading = read(vector(`fc-63-${name}`))
      expect(eventsOf(reading)).toEqual(['failedByUs'])
      if (reading.kind === 'reports') expect(reading.reports[0]?.status).not.toBeNull()
    },
  )

  test('FC-65: a bounce without its id and our fields is named by our Message-ID (docs/field-cases.md)', () => {
    const reading = read(vector('fc-65-without-ids'))
    expect(reading.kind === 'reports' && reading.reports[0]).toMatchObject({
      event: 'failedHard',
      reference: undefined,
      providerId: undefined,
      messageId: '<118.AAAAAAAAAAAAAAAAAAAAAA@lender.example>',
    })
  })

  test('an altered body or an old time is forged', () => {
    const body = event({ event: 'delivered' })
    expect(read(body, { text: `${body} ` }).kind).toBe('forged')
    expect(read(body, { at: new Date(NOW.getTime() + 301_000) }).kind).toBe('forged')
    expect(readSendgridWebhook(shown, aMessage(body), NOW).kind).toBe('forged')
    expect(read('no json').kind).toBe('unreadable')
  })
})

describe('SES reports by SNS, which signs by a certificate of its own host (delivery.md §5)', () => {
  const topicArn = 'arn:aws:sns:us-east-1:123456789012:mail'
  const { privateKey, certificate } = signer()
  const fetched: string[] = []
  const deps = {
    topicArn,
    fetchText: (url: string) => {
      fetched.push(url)
      return Promise.resolve(certificate)
    },
  }
  const envelope = (message: unknown, more: Record<string, string> = {}) => {
    const fields: Record<string, string> = {
      Message: JSON.stringify(message),
      MessageId: 'n1',
      Timestamp: NOW.toISOString(),
      TopicArn: topicArn,
      Type: 'Notification',
      ...more,
    }
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}\n${fields[name]}\n`)
      .join('')
    return {
      ...fields,
      SignatureVersion: '2',
      Signature: createSign('RSA-SHA256').update(text).sign(privateKey, 'base64'),
      SigningCertURL: 'https://sns.us-east-1.amazonaws.com/a.pem',
    }
  }
  const read = (content: unknown, at = NOW) => readSesWebhook(deps, aMessage(JSON.stringify(content)), at)
  const mail = { messageId: 'm1', tags: { notice: [REFERENCE] } }
  const bounce = (more: Record<string, unknown>, one: Record<string, string> = {}) => ({
    notificationType: 'Bounce',
    mail,
    bounce: { feedbackId: 'f1', bouncedRecipients: [{ emailAddress: 'a@b.example', ...one }], ...more },
  })

  test.each([
    [{ notificationType: 'Delivery', mail, delivery: {} }, ['delivered']],
    [{ notificationType: 'Complaint', mail, complaint: { feedbackId: 'f1' } }, ['complained']],
    [bounce({ bounceType: 'Permanent' }), ['failedHard']],
    [bounce({ bounceType: 'Transient', bounceSubType: 'MailboxFull' }), ['failedSoft']],
    [bounce({ bounceType: 'Transient', bounceSubType: 'MessageTooLarge' }), ['failedByUs']],
    [bounce({ bounceType: 'Permanent' }, { status: '5.7.26' }), ['failedByUs']],
    [bounce({ bounceType: 'Transient', bounceSubType: 'General' }), ['undetermined']],
    [bounce({ bounceType: 'Transient', bounceSubType: 'General' }, { status: '4.4.7' }), ['failedSoft']],
    [bounce({ bounceType: 'Permanent', bounceSubType: 'General' }, { status: '5.0.0' }), ['failedHard']],
    [bounce({ bounceType: 'Permanent', bounceSubType: 'UnsubscribedRecipient' }), ['optedOut']],
    [{ eventType: 'Reject', mail, reject: { reason: 'Bad content' } }, ['failedByUs']],
    [{ eventType: 'Rendering Failure', mail, failure: {} }, ['failedByUs']],
    [
      { notificationType: 'Complaint', mail, complaint: { complaintSubType: 'OnAccountSuppressionList' } },
      ['failedHard'],
    ],
    [{ notificationType: 'Complaint', mail, complaint: { complaintFeedbackType: 'not-spam' } }, []],
    [{ eventType: 'DeliveryDelay', mail }, ['delayed']],
    [{ eventType: 'Open', mail }, []],
  ])('%j', async (message, events) => {
    const reading = await read(envelope(message))
    expect(eventsOf(reading)).toEqual(events)
    if (reading.kind === 'reports' && events.length > 0)
      expect(reading.reports[0]).toMatchObject({ reference: REFERENCE, providerId: 'm1' })
  })

  test.each([
    'InternalFailure',
    'General',
    'MailboxFull',
    'SpamDetected',
    'RecipientServerError',
    'IPFailure',
    'TransientCommunicationFailure',
    'BYOIPHostNameLookupUnavailable',
    'Undetermined',
    'SendingDeferral',
  ])('a delay by %s is not final', async (delayType) => {
    const message = { eventType: 'DeliveryDelay', mail, deliveryDelay: { delayType } }
    expect(eventsOf(await read(envelope(message)))).toEqual(['delayed'])
  })

  test('FC-61: what came back after a delivery and is undetermined is no bounce (docs/field-cases.md)', async () => {
    const [first, second] = JSON.parse(vector('fc-61-undetermined')) as readonly unknown[]
    expect(eventsOf(await read(envelope(first)))).toEqual(['delivered'])
    expect(eventsOf(await read(envelope(second)))).toEqual(['undetermined'])
  })

  test('a notification without tags names its mail by the headers of ours that it returns', async () => {
    const headers = [
      { name: 'X-SES-MESSAGE-TAGS', value: `notice=${REFERENCE}` },
      { name: 'Message-ID', value: '<118.A@lender.example>' },
    ]
    const message = { notificationType: 'Delivery', mail: { messageId: 'm1', headers }, delivery: {} }
    const reading = await read(envelope(message))
    expect(reading.kind === 'reports' && reading.reports[0]).toMatchObject({
      reference: REFERENCE,
      messageId: '<118.A@lender.example>',
    })
  })

  test('another topic, host, signature or an old message is forged, and no foreign address is asked', async () => {
    const good = envelope({ notificationType: 'Delivery', mail })
    expect((await read({ ...good, TopicArn: `${topicArn}2` })).kind).toBe('forged')
    expect((await read({ ...good, Message: '{}' })).kind).toBe('forged')
    expect((await read(good, new Date(NOW.getTime() + 2 * HOUR_MS))).kind).toBe('forged')
    fetched.length = 0
    for (const url of [
      'https://sns.us-east-1.amazonaws.com.evil.example/a.pem',
      'http://sns.us-east-1.amazonaws.com/a.pem',
      'https://evil@sns.us-east-1.amazonaws.com/a.pem',
      'https://sns.us-east-1.amazonaws.com:8443/a.pem',
    ])
      expect((await read({ ...good, SigningCertURL: url })).kind).toBe('forged')
    expect(fetched).toEqual([])
  })

  test('a subscription to our topic is confirmed at the host of SNS alone', async () => {
    const confirm = (SubscribeURL: string) =>
      read(envelope('', { Type: 'SubscriptionConfirmation', SubscribeURL, Token: 't' }))
    fetched.length = 0
    const url = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription'
    expect(await confirm(url)).toEqual({ kind: 'reports', reports: [] })
    expect(fetched).toContain(url)
    expect((await confirm('https://evil.example/')).kind).toBe('forged')
    expect(fetched).not.toContain('https://evil.example/')
  })

  test('edited messages never pass for reports', async () => {
    const base = bytes(JSON.stringify(envelope({ notificationType: 'Delivery', mail })))
    const whole = Buffer.from(base).toString('utf8')
    await fc.assert(
      fc.asyncProperty(mutatedBytes(base), async (edited) => {
        const reading = await readSesWebhook(deps, { body: edited }, NOW)
        const isSame = Buffer.from(edited).toString('utf8') === whole
        if (!isSame && reading.kind === 'reports')
          expect(reading.reports).toMatchObject([{ event: 'delivered' }])
      }),
      { seed: 1_024, numRuns: 200 },
    )
  })

  function signer() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const der = selfSignedCertificate({
      ...pair,
      commonName: 'sns.amazonaws.com',
      organization: 'Sample',
      serialNumber: new Uint8Array(16).fill(1),
      notBefore: NOW,
      notAfter: new Date(NOW.getTime() + DAY_MS),
    })
    const lines = der.toString('base64').replaceAll(/(.{64})/g, '$1\n')
    return {
      privateKey: pair.privateKey,
      certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    }
  }
})

describe('Twilio signs its address and form (delivery.md §5)', () => {
  const settings = { authToken: 'token', webhookUrl: 'https://hooks.lender.example' }
  const path = `/webhooks/sms/twilio?notice=${REFERENCE}`
  const signed = (form: Record<string, string>, at = path) => {
    const text = Object.keys(form)
      .toSorted()
      .map((name) => `${name}${form[name]}`)
      .join('')
    const signature = createHmac('sha1', 'token')
      .update(`${settings.webhookUrl}${at}${text}`)
      .digest('base64')
    return aMessage(new URLSearchParams(form).toString(), { 'x-twilio-signature': signature }, at)
  }

  test.each([
    [{ MessageStatus: 'sent' }, ['accepted']],
    [{ MessageStatus: 'delivered' }, ['delivered']],
    [{ MessageStatus: 'undelivered', ErrorCode: '30005' }, ['failedHard']],
    [{ MessageStatus: 'failed', ErrorCode: '21610' }, ['optedOut']],
    [{ MessageStatus: 'failed', ErrorCode: '30034' }, ['failedByUs']],
    [{ MessageStatus: 'undelivered', ErrorCode: '30008' }, ['failedUnclear']],
    [{ MessageStatus: 'undelivered' }, ['failedUnclear']],
    [{ MessageStatus: 'canceled' }, ['failedByUs']],
    [{ MessageStatus: 'a new one' }, []],
  ])('%j', (form, events) => {
    const reading = readTwilioStatus(settings, signed({ MessageSid: 'SM1', To: '+13025550147', ...form }))
    expect(eventsOf(reading)).toEqual(events)
    if (reading.kind === 'reports' && events.length > 0) expect(reading.reports[0]?.reference).toBe(REFERENCE)
  })

  test('a changed field, another address or no signature is forged; blanks at an end are part of it', () => {
    const form = { MessageSid: 'SM1', MessageStatus: 'sent', Body: ' stop ' }
    expect(signedTwilioForm(settings, signed(form))?.get('Body')).toBe(' stop ')
    const other = { ...signed(form), body: bytes('MessageSid=SM2') }
    expect(readTwilioStatus(settings, other).kind).toBe('forged')
    expect(readTwilioStatus(settings, { ...signed(form), path: '/webhooks/sms/twilio' }).kind).toBe('forged')
    expect(readTwilioStatus(settings, { ...signed(form), headers: {} }).kind).toBe('forged')
  })
})
