import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import fc from 'fast-check'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { LARGEST_REPORT_BYTES } from './message-parts.ts'
import { readReport } from './read-report.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const GROUP = [
  'Original-Recipient: rfc822; dana.quill@mail.example',
  'Final-Recipient: rfc822; dana.quill@mail.example',
  'Action: failed',
  'Status: 5.1.1',
  'Remote-MTA: dns; in1.mail.example',
  'Diagnostic-Code: smtp; 550 5.1.1 no such user',
  'Last-Attempt-Date: Tue, 24 Nov 2026 15:02:13 +0000',
]
const RETURNED = ['Content-Type: text/rfc822-headers', '', 'Message-ID: <118.abc@lender.example>', '']

interface Variant {
  readonly groups?: readonly (readonly string[])[]
  readonly returned?: readonly string[]
  readonly type?: string
}

function aReport({ groups = [GROUP], returned = RETURNED, type = 'delivery-status' }: Variant = {}): string {
  const part = type === 'delivery-status' ? 'message/delivery-status' : 'message/feedback-report'
  const head = [
    'Reporting-MTA: dns; mx.lender.example',
    'Original-Envelope-Id: 118.abc',
    'Arrival-Date: Tue, 24 Nov 2026 15:02:11 +0000',
  ]
  const ofMessage = type === 'delivery-status' ? [[...head], ...groups] : groups
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.lender.example>',
    'To: b+118-00ff-aa@bounce.lender.example',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="q1"`,
    '',
    '--q1',
    'Content-Type: text/plain',
    '',
    'Could not be delivered.',
    '--q1',
    `Content-Type: ${part}`,
    '',
    ...ofMessage.flatMap((group) => [...group, '']),
    ...(returned.length === 0 ? [] : ['--q1', ...returned]),
    '--q1--',
    '',
  ].join('\r\n')
}

const eventsOf = async (text: string) => {
  const reading = await readReport(bytes(text))
  return reading.kind === 'report' ? reading.events.map(({ event }) => event) : reading.kind
}
const withField = (name: string, value: string) =>
  GROUP.map((line) => (line.startsWith(`${name}:`) ? `${name}: ${value}` : line))

describe('delivery status notifications (RFC 3464, delivery.md §2)', () => {
  test('a failed report names its mail in three ways, and whose fault it is', async () => {
    expect(await readReport(bytes(aReport()))).toEqual({
      kind: 'report',
      about: {
        sentTo: ['b+118-00ff-aa@bounce.lender.example'],
        envelopeIds: ['118.abc'],
        messageIds: ['<118.abc@lender.example>'],
      },
      events: [{ event: 'failedHard', status: '5.1.1', mailboxFull: false }],
      unread: 0,
    })
  })

  test('the action says whether it is final: delayed is no bounce, failed with 4.4.7 is one', async () => {
    const delayed = [...withField('Action', 'delayed'), 'Will-Retry-Until: Fri, 27 Nov 2026 15:02:11 +0000']
    expect(await eventsOf(aReport({ groups: [delayed] }))).toEqual(['delayed'])
    const expired = GROUP.filter((line) => !line.startsWith('Diagnostic')).map((line) =>
      line.startsWith('Status') ? 'Status: 4.4.7' : line,
    )
    expect(await eventsOf(aReport({ groups: [expired] }))).toEqual(['failedSoft'])
    expect(await eventsOf(aReport({ groups: [withField('Action', 'relayed')] }))).toEqual(['accepted'])
    expect(await eventsOf(aReport({ groups: [withField('Status', '5.7.26')] }))).toEqual(['failedByUs'])
  })

  test('two recipients are two events; a comment, a fold, lower case and LF change nothing', async () => {
    const two = [GROUP, withField('Action', 'delivered')]
    expect(await eventsOf(aReport({ groups: two }))).toEqual(['failedHard', 'delivered'])
    const folded = withField('Diagnostic-Code', 'smtp; 550\r\n  5.1.1 no such user')
    const commented = withField('Status', '5.1.1 (bad destination)')
    for (const group of [folded, commented, GROUP.map((line) => line.toLowerCase())]) {
      expect(await eventsOf(aReport({ groups: [group] }))).toEqual(['failedHard'])
      expect(await eventsOf(aReport({ groups: [group] }).replaceAll('\r\n', '\n'))).toEqual(['failedHard'])
    }
  })

  test('without the returned message the report is still read', async () => {
    expect(await eventsOf(aReport({ returned: [] }))).toEqual(['failedHard'])
  })

  test('what cannot be read is counted, not dropped', async () => {
    const groups = [withField('Action', 'pondered'), [...GROUP, 'a line without a colon']]
    const reading = await readReport(bytes(aReport({ groups })))
    expect(reading).toMatchObject({ kind: 'report', events: [{ event: 'failedHard' }], unread: 2 })
    expect(await readReport(bytes(aReport({ groups: [] })))).toMatchObject({ events: [], unread: 1 })
  })
})

test('a complaint is an event; a report of failed authentication is none (RFC 5965)', async () => {
  const type = 'feedback-report'
  const group = (kind: string) => [`Feedback-Type: ${kind}`, 'User-Agent: Sample/1', 'Version: 1']
  expect(await eventsOf(aReport({ type, groups: [group('abuse')] }))).toEqual(['complained'])
  expect(await eventsOf(aReport({ type, groups: [group('auth-failure')] }))).toEqual([])
  expect(await eventsOf(aReport({ type, groups: [group('not-spam')] }))).toEqual([])
})

describe('every place of a report is read (docs/field-cases.md)', () => {
  const vector = (name: string) => readFile(new URL(`./vectors/${name}.eml`, import.meta.url))

  test('FC-69: a code that says nothing, and "Unknown User" in a field of the server’s own, is a dead address', async () => {
    expect(await readReport(await vector('fc-69-supplementary'))).toMatchObject({
      events: [{ event: 'failedHard', status: '5.0.0' }],
      unread: 0,
    })
  })

  test.each([
    ['fc-72-exim', { event: 'failedSoft', status: null, mailboxFull: true }],
    ['fc-72-qmail', { event: 'failedHard', status: '5.1.1', mailboxFull: false }],
  ])(
    'FC-72: the plain words of %s are a bounce of the mail that the return address names',
    async (name, event) => {
      expect(await readReport(await vector(name))).toEqual({
        kind: 'report',
        about: { sentTo: ['b+118-00ff-aa@bounce.lender.example'], envelopeIds: [], messageIds: [] },
        events: [event],
        unread: 0,
      })
    },
  )

  const plain = (lines: readonly string[], body = 'Sorry.') =>
    eventsOf(['To: b+118-00ff-aa@x.example', ...lines, '', body].join('\r\n'))

  test('plain words without a known reason are a bounce whose cause is unclear, and a delay is a delay', async () => {
    const from = 'From: Mail Delivery System <Mailer-Daemon@mail.example>'
    expect(await plain([from, 'Subject: Mail delivery failed'])).toEqual(['failedUnclear'])
    expect(await plain([from, 'Subject: Returned mail: see transcript'])).toEqual(['failedUnclear'])
    expect(await plain([from, 'Subject: Warning: message 1abc delayed 24 hours'])).toEqual(['delayed'])
    expect(await plain([from], 'Su mensaje no se pudo entregar. El usuario no existe.')).toEqual([
      'failedHard',
    ])
    expect(
      await plain(
        [from],
        'It could not be delivered.\r\n--- Below this line is a copy of the message.\r\n\r\nYour policy: no such user',
      ),
    ).toEqual(['failedUnclear'])
  })

  test('what a person or their vacation program writes is none, whatever its words and empty return path', async () => {
    for (const lines of [
      [
        'From: dana@mail.example',
        'Return-Path: <>',
        'Auto-Submitted: auto-replied',
        'Subject: Out of office',
      ],
      ['From: Dana <dana@mail.example>', 'Subject: Re: Delivery failed? I do not understand'],
      ['From: postmaster@mail.example', 'Subject: Maintenance on Sunday'],
    ])
      expect(await plain(lines), lines.join()).toBe('notAReport')
  })

  test('a report names its mail in the returned head, in its fields, in its own head or in its words', async () => {
    const ids = async (text: string) => {
      const reading = await readReport(bytes(text))
      return reading.kind === 'report' ? reading.about.messageIds : reading.kind
    }
    const ours = '<118.AAAAAAAAAAAAAAAAAAAAAA@lender.example>'
    const bare = aReport({ returned: [] })
    expect(await ids(bare)).toEqual([])
    expect(await ids(`In-Reply-To: ${ours}\r\n${bare}`)).toEqual([ours])
    expect(await ids(`References: <1@x.example> ${ours}\r\n${bare}`)).toEqual(['<1@x.example>', ours])
    expect(await ids(bare.replace('Could not be delivered.', `> Message-ID: ${ours}`))).toEqual([ours])
    expect(
      await ids(aReport({ groups: [[...GROUP, `Original-Message-ID: ${ours}`]], returned: [] })),
    ).toEqual([ours])
  })

  test('a report that calls itself another kind of multipart is read', async () => {
    const mixed = aReport().replace('multipart/report; report-type=delivery-status', 'multipart/mixed')
    expect(await eventsOf(mixed)).toEqual(['failedHard'])
  })
})

test('an answer, an out-of-office mail and a read receipt are no reports', async () => {
  const answer = ['From: dana@mail.example', 'To: b+1@x.example', 'Auto-Submitted: auto-replied', '', 'Away.']
  expect(await readReport(bytes(answer.join('\r\n')))).toEqual({ kind: 'notAReport' })
  const receipt = aReport().replace('report-type=delivery-status', 'report-type=disposition-notification')
  expect(await readReport(bytes(receipt))).toEqual({ kind: 'notAReport' })
  expect(await readReport(bytes(''))).toEqual({ kind: 'notAReport' })
})

test('a message larger than any report is not read', async () => {
  expect(await readReport(new Uint8Array(LARGEST_REPORT_BYTES + 1))).toEqual({ kind: 'unreadable' })
})

test('edited reports never throw, and every group is an event or counted as unread', async () => {
  const base = bytes(aReport({ groups: [GROUP, withField('Action', 'delayed')] }))
  await fc.assert(
    fc.asyncProperty(mutatedBytes(base), async (edited) => {
      const reading = await readReport(edited)
      if (reading.kind === 'report') expect(reading.events.length + reading.unread).toBeGreaterThan(0)
    }),
    { seed: 3_464, numRuns: 500 },
  )
})
