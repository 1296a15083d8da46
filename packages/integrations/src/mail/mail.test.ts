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
  const sender = await createSmtpSender({ url: server.url, requiresTls: false })
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
  ['refused@example.com', { permanent: true, responseCode: 550, fault: 'hard', status: undefined }],
  ['gone@example.com', { permanent: true, responseCode: 550, fault: 'hard', status: '5.1.1' }],
  ['full@example.com', { permanent: true, responseCode: 552, fault: 'mailbox', status: '5.2.2' }],
  ['policy@example.com', { permanent: true, responseCode: 550, fault: 'sender', status: '5.7.26' }],
  ['later@example.com', { permanent: false, responseCode: 451, fault: 'soft', status: undefined }],
])('the refusal of %s tells the outbox whether to try again, without the address', async (to, failure) => {
  const sender = await createSmtpSender({ url: server.url, requiresTls: false })
  const error: unknown = await sender.send(aMail({ to })).catch((reason: unknown) => reason)
  await sender.close()
  expect(error).toBeInstanceOf(MailFailure)
  expect(error).toMatchObject(failure)
  expect(String(error)).not.toContain('example.com')
})

test('a server that is not there is a failure worth another try', async () => {
  await server.close()
  const sender = await createSmtpSender({ url: server.url, requiresTls: false })
  await expect(sender.send(aMail())).rejects.toMatchObject({
    permanent: false,
    responseCode: undefined,
    fault: 'sender',
  })
  await sender.close()
  server = await startSmtpTestServer()
})

test.each([
  ['AUTH', 535],
  ['MAIL', 553],
  ['MAIL', 550],
] as const)(
  'a refusal of %s with %i is the sender’s own, and no reason to give a notice up (vendors.md, Mail)',
  async (verb, code) => {
    server.refuse(verb, code)
    const url = server.url.replace('smtp://', 'smtp://lender:wrong@')
    const sender = await createSmtpSender({ url, requiresTls: false })
    await expect(sender.send(aMail())).rejects.toMatchObject({
      permanent: false,
      responseCode: code,
      fault: 'sender',
    })
    await sender.close()
  },
)

test('where TLS is required, neither a password nor a mail leaves without it', async () => {
  const sender = await createSmtpSender({ url: server.url, requiresTls: true })
  await expect(sender.send(aMail())).rejects.toMatchObject({ permanent: false, fault: 'sender' })
  await sender.close()
  expect(server.received).toEqual([])
})

test('reports go to the return path, with the id of the mail, and the id of the server is returned', async () => {
  const sender = await createSmtpSender({ url: server.url, requiresTls: false })
  const returnPath = 'b+1@bounce.lender.example'
  const asked = { returnPath, envelopeId: '118.m=1', asksForDelivery: true }
  const id = await sender.send(aMail({ ...asked, headers: { 'Auto-Submitted': 'auto-generated' } }))
  await sender.close()
  expect(id).toBe('queued-000001')
  const [mail] = server.received
  expect(mail).toMatchObject({ sender: returnPath, recipients: ['borrower@example.com'] })
  expect(mail?.data).toContain('Auto-Submitted: auto-generated')
  expect(mail?.options).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/RET=HDRS ENVID=118\.m\+3D1$/),
      expect.stringMatching(/NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;borrower@example\.com$/i),
    ]),
  )
})

test('no header can be smuggled in by a line break', async () => {
  const sender = await createSmtpSender({ url: server.url, requiresTls: false })
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
