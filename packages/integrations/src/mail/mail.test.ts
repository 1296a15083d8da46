import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Mail, MailFailure } from './mail-sender.ts'
import { createMailboxSender } from './mailbox-sender.ts'
import { createSmtpSender } from './smtp-sender.ts'
import { startSmtpTestServer, type SmtpTestServer } from './smtp-test-server.ts'

const aMail = (overrides: Partial<Mail> = {}): Mail => ({
  to: 'borrower@example.com',
  from: 'Example Brand <no-reply@example.com>',
  subject: 'Your código',
  text: 'Your code is 482913.\n',
  html: '<p>Your code is 482913.</p>',
  messageId: '<0001@example.com>',
  ...overrides,
})

let server: SmtpTestServer
beforeEach(async () => {
  server = await startSmtpTestServer()
})
afterEach(() => server.close())

test('a mail arrives over a real socket with both parts, its Message-ID and its attachment', async () => {
  const sender = await createSmtpSender(server.url)
  const content = new TextEncoder().encode('%PDF-1.7')
  await sender.send(aMail({ attachments: [{ fileName: 'a.pdf', contentType: 'application/pdf', content }] }))
  await sender.close()
  const [mail] = server.received
  expect(mail?.recipients).toEqual(['borrower@example.com'])
  expect(mail?.data).toContain('Message-ID: <0001@example.com>')
  expect(mail?.data).toContain('Content-Type: text/plain')
  expect(mail?.data).toContain('Content-Type: text/html')
  expect(mail?.data).toContain(Buffer.from(content).toString('base64'))
})

test.each([
  ['refused@example.com', { permanent: true, responseCode: 550 }],
  ['later@example.com', { permanent: false, responseCode: 451 }],
])('the refusal of %s tells the outbox whether to try again, without the address', async (to, failure) => {
  const sender = await createSmtpSender(server.url)
  const error: unknown = await sender.send(aMail({ to })).catch((reason: unknown) => reason)
  await sender.close()
  expect(error).toBeInstanceOf(MailFailure)
  expect(error).toMatchObject(failure)
  expect(String(error)).not.toContain('example.com')
})

test('a server that is not there is a failure worth another try', async () => {
  await server.close()
  const sender = await createSmtpSender(server.url)
  await expect(sender.send(aMail())).rejects.toMatchObject({ permanent: false, responseCode: undefined })
  await sender.close()
  server = await startSmtpTestServer()
})

test('no header can be smuggled in by a line break', async () => {
  const sender = await createSmtpSender(server.url)
  await expect(sender.send(aMail({ subject: 'Hi\r\nBcc: all@example.com' }))).rejects.toBeInstanceOf(
    RangeError,
  )
  await sender.close()
  expect(server.received).toEqual([])
})

test('the mailbox keeps the mail as it would have been sent', async () => {
  const kept: Mail[] = []
  const store = { keep: (mail: Mail) => Promise.resolve(void kept.push(mail)) }
  const mail = aMail()
  await createMailboxSender(store).send(mail)
  expect(kept).toEqual([mail])
})
