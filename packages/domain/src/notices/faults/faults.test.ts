import { describe, expect, test } from 'vitest'
import { faultOfMail } from '../delivery-failure.ts'
import { DELIVERY_CONSEQUENCES, DELIVERY_EVENTS } from '../delivery-state.ts'
import { DELIVERY_FAULTS, type DeliveryFault, EVENT_OF_FAULT } from './delivery-fault.ts'
import { faultOfReply, verdictOfStatus } from './mail-status.ts'
import { POSTMARK_BOUNCES, postmarkBounce } from './postmark.ts'
import {
  FAULT_OF_SENDGRID_CLASS,
  FAULT_OF_SENDGRID_DROP,
  faultOfSendgridBounce,
  faultOfSendgridDrop,
} from './sendgrid.ts'
import { FAULT_OF_SES_BOUNCE, faultOfSesBounce } from './ses.ts'
import { FAULT_OF_TEXT_CODE, faultOfText } from './twilio.ts'

type Blame = 'ours' | 'theirs' | 'persons' | 'unclear'

const BLAME: Readonly<Record<DeliveryFault, Blame>> = {
  hard: 'persons',
  mailbox: 'persons',
  optedOut: 'persons',
  soft: 'theirs',
  message: 'ours',
  sender: 'ours',
  unclear: 'unclear',
  undetermined: 'unclear',
}
const blameOf = (fault: DeliveryFault): Blame => BLAME[fault]
/** Judged reasons by the party at fault, as delivery.md and the providers describe them. */
const judged = (table: Readonly<Record<Blame, string>>): readonly (readonly [string, Blame])[] =>
  (Object.entries(table) as [Blame, string][]).flatMap(([blame, names]) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => [name, blame] as const),
  )

test('only what is the person’s or the recipient’s server’s counts against an address (delivery.md §3)', () => {
  for (const fault of DELIVERY_FAULTS) {
    const { address, arrived } = DELIVERY_CONSEQUENCES[DELIVERY_EVENTS[EVENT_OF_FAULT[fault]]]
    const blame = blameOf(fault)
    expect(arrived, fault).toBe(false)
    expect(address === 'stays', fault).toBe(blame === 'ours' || blame === 'unclear')
    expect(address === 'suspended', fault).toBe(fault === 'hard' || fault === 'optedOut')
  }
})

describe('enhanced status codes: every code of the registry (RFC 3463, delivery.md §3)', () => {
  const permanent = judged({
    persons: '1.1, 1.2, 1.3, 1.6, 1.10, 2.1, 2.2, 4.4, 7.17, 7.18',
    ours: [
      '1.7, 1.8, 2.3, 3.3, 3.4, 5.1, 5.2, 5.3, 5.4, 5.5, 5.6',
      '6.0, 6.1, 6.2, 6.3, 6.4, 6.5, 6.6, 6.7, 6.8, 6.9, 6.10',
      '7.0, 7.1, 7.2, 7.3, 7.4, 7.5, 7.6, 7.7, 7.8, 7.9, 7.10, 7.11, 7.12, 7.13, 7.14, 7.15, 7.16, 7.19',
      '7.20, 7.21, 7.22, 7.23, 7.24, 7.25, 7.26, 7.27, 7.28, 7.29, 7.30',
    ].join(', '),
    theirs: '2.4, 3.0, 3.1, 3.2, 3.5, 3.6, 4.0, 4.1, 4.2, 4.3, 4.5, 4.6, 4.7',
    unclear: '0.0, 1.0, 1.4, 1.5, 1.9, 2.0, 5.0',
  })

  test.each(permanent)('5.%s is %s', (detail, blame) => {
    expect(blameOf(faultOfMail({ status: `5.${detail}` }))).toBe(blame)
  })

  test.each(permanent)('4.%s switches no address off at once', (detail, blame) => {
    const fault = faultOfMail({ status: `4.${detail}`, text: 'user unknown' })
    expect(EVENT_OF_FAULT[fault]).not.toBe('failedHard')
    expect(blameOf(fault) === 'ours').toBe(blame === 'ours')
  })

  test('a detail that no one registered has a fault, and none of class 2', () => {
    for (let subject = 0; subject <= 7; subject += 1)
      for (let detail = 0; detail <= 99; detail += 1) {
        expect(verdictOfStatus(`5.${subject}.${detail}`), `${subject}.${detail}`).toBeDefined()
        expect(verdictOfStatus(`2.${subject}.${detail}`)).toBeUndefined()
      }
    expect(blameOf(faultOfMail({ status: '5.7.515' }))).toBe('ours')
  })

  test.each([
    [421, 'theirs'],
    [450, 'theirs'],
    [451, 'theirs'],
    [452, 'theirs'],
    [454, 'theirs'],
    [455, 'theirs'],
    [500, 'ours'],
    [501, 'ours'],
    [502, 'ours'],
    [503, 'ours'],
    [504, 'ours'],
    [521, 'persons'],
    [530, 'ours'],
    [534, 'ours'],
    [535, 'ours'],
    [538, 'ours'],
    [550, 'unclear'],
    [551, 'unclear'],
    [552, 'persons'],
    [553, 'unclear'],
    [554, 'unclear'],
    [555, 'ours'],
    [556, 'persons'],
    [undefined, 'unclear'],
  ] as const)('the bare reply %s is %s (RFC 5321 §4.2.3)', (reply, blame) => {
    expect(blameOf(faultOfReply(reply))).toBe(blame)
  })
})

test('every bounce of SES has its owner; what is new counts as its type (Amazon SES, bounce types)', () => {
  const expected = judged({
    persons: [
      'Permanent/General, Permanent/NoEmail, Permanent/Suppressed, Permanent/OnAccountSuppressionList',
      'Permanent/OnTenantSuppressionList, Permanent/EmailValidationSuppressed',
      'Permanent/UnsubscribedRecipient, Transient/MailboxFull',
    ].join(', '),
    ours: 'Transient/MessageTooLarge, Transient/ContentRejected, Transient/AttachmentRejected',
    theirs: 'Transient/CustomTimeoutExceeded',
    unclear: 'Undetermined/Undetermined, Transient/General',
  })
  const found = Object.entries(FAULT_OF_SES_BOUNCE).map(([name, fault]) => [name, blameOf(fault)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  expect(faultOfSesBounce('Transient', 'SomethingNew')).toBe('soft')
  expect(faultOfSesBounce('', '')).toBe('undetermined')
})

test('every reason and class of SendGrid has its owner; a new one switches no address off (Event Webhook Reference)', () => {
  const drops = judged({
    persons: 'unsubscribed address, bounced address, spam reporting address, invalid',
    ours: 'invalid smtpapi header, spam content, recipient list over package quota',
    theirs: '',
    unclear: '',
  })
  const classes = judged({
    persons: 'invalid address, mailbox unavailable',
    ours: 'content, reputation, frequency or volume too high',
    theirs: 'technical',
    unclear: 'unclassified',
  })
  const named = (table: Readonly<Record<string, DeliveryFault>>) =>
    Object.fromEntries(Object.entries(table).map(([name, fault]) => [name, blameOf(fault)]))
  expect(named(FAULT_OF_SENDGRID_DROP)).toEqual(Object.fromEntries(drops))
  expect(named(FAULT_OF_SENDGRID_CLASS)).toEqual(Object.fromEntries(classes))
  expect(faultOfSendgridDrop('Bounced Address')).toBe('hard')
  expect(blameOf(faultOfSendgridDrop('A new reason'))).toBe('unclear')
  expect(faultOfSendgridBounce('', 'bounce')).toBe('hard')
  expect(faultOfSendgridBounce('Unclassified', 'blocked')).toBe('unclear')
  expect(faultOfSendgridBounce('Reputation', 'blocked')).toBe('sender')
})

test('every type of bounce of Postmark has its owner, or is no failure (Bounce API, bounce types)', () => {
  const expected = {
    ...Object.fromEntries(
      judged({
        persons: '1, 4096, 100000, 100002',
        ours: '512, 8192, 100003, 100006, 100007, 100009, 100010',
        theirs: '256',
        unclear: '128, 2048, 16384',
      }),
    ),
    2: 'delayed',
    100001: 'complained',
    16: null,
    32: null,
    64: null,
    1024: null,
    100008: null,
  }
  const found = Object.entries(POSTMARK_BOUNCES).map(([code, bounce]) => [
    code,
    'fault' in bounce ? blameOf(bounce.fault) : bounce.event,
  ])
  expect(Object.fromEntries(found)).toEqual(expected)
  expect(postmarkBounce(7)).toEqual({ fault: 'undetermined' })
})

describe('codes of Twilio (Error and Warning Dictionary, delivery.md §5)', () => {
  test('a code of the sender, the account, the pace or the registration is ours', () => {
    for (const code of [20_003, 20_404, 20_429, 21_408, 21_606, 21_611, 21_705, 30_001, 30_002, 30_034])
      expect(faultOfText(code), String(code)).toBe('sender')
    for (const code of [21_617, 30_004, 30_007, 30_038])
      expect(faultOfText(code), String(code)).toBe('message')
  })

  test('a code of the number is the person’s, of the carrier theirs, and an unknown one unclear', () => {
    for (const code of [21_211, 21_612, 21_614, 21_635, 30_005, 30_006])
      expect(faultOfText(code), String(code)).toBe('hard')
    expect(faultOfText(21_610)).toBe('optedOut')
    for (const code of [30_003, 30_017, 30_410])
      expect(blameOf(faultOfText(code)), String(code)).toBe('theirs')
    for (const code of [30_008, 99_999, undefined]) expect(blameOf(faultOfText(code))).toBe('unclear')
  })

  test('no code stands twice, and every other of Twilio’s refusals leaves the number alone', () => {
    expect(FAULT_OF_TEXT_CODE.size).toBeGreaterThan(100)
    const dead = [...FAULT_OF_TEXT_CODE].flatMap(([code, fault]) => (fault === 'hard' ? [code] : []))
    expect(dead.toSorted((a, b) => a - b)).toEqual([
      21_211, 21_214, 21_217, 21_265, 21_268, 21_401, 21_407, 21_612, 21_614, 21_635, 30_005, 30_006,
    ])
  })
})
