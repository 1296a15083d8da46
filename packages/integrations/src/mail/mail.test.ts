import { afterEach, beforeEach, expect, test } from 'vitest'
import { layoutMail, type MailBrand, type MailContent } from './mail-layout.ts'
import { type Mail, MailFailure } from './mail-sender.ts'
import { createMailboxSender } from './mailbox-sender.ts'
import { createSmtpSender } from './smtp-sender.ts'
import { startSmtpTestServer, type SmtpTestServer } from './smtp-test-server.ts'

const brand: MailBrand = {
  name: 'Example Brand',
  primaryColor: '#0b5cad',
  legalName: 'Example Lender LLC',
  postalAddress: '1 Sample Street, Dover, DE 19901',
  supportPhone: '(555) 555-0100',
  supportEmail: 'help@example.com',
}
const content: MailContent = {
  language: 'en',
  subject: 'Your code',
  preview: 'Use it within 10 minutes',
  heading: 'Your code',
  paragraphs: ['Type this code.'],
  code: '482913',
  action: { label: 'Go on', url: 'https://example.com/a?b=1&c=2' },
  closing: ['Not you? Ignore this mail.'],
}
const aMail = (overrides: Partial<Mail> = {}): Mail => ({
  to: 'borrower@example.com',
  from: 'Example Brand <no-reply@example.com>',
  subject: 'Your código',
  ...layoutMail(brand, content),
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

test('the text part says everything the HTML part says', () => {
  const { text, html } = layoutMail(brand, content)
  for (const said of ['Type this code.', '482913', 'Not you? Ignore this mail.', brand.postalAddress]) {
    expect(text).toContain(said)
    expect(html).toContain(said)
  }
  expect(text).toContain('https://example.com/a?b=1&c=2')
  expect(html).toContain('href="https://example.com/a?b=1&amp;c=2"')
})

test('T13, T14: data cannot break out of the HTML, the colour or the link', () => {
  const evil = '"><script>alert(1)</script>'
  const { html } = layoutMail(
    { ...brand, name: evil, primaryColor: 'red;background:url(x)' },
    { ...content, heading: evil },
  )
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('url(x)')
  expect(() => layoutMail(brand, { ...content, action: { label: 'x', url: 'javascript:alert(1)' } })).toThrow(
    RangeError,
  )
})
