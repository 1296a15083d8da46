import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultOfMail, isMailboxFull } from './delivery-failure.ts'
import {
  areHardTogether,
  DELIVERY_CONSEQUENCES,
  DELIVERY_EVENTS,
  DELIVERY_STATES,
  type DeliveryEvent,
  type DeliveryState,
  OPEN_STATES,
  stateAfter,
  unknownBefore,
} from './delivery-state.ts'
import { readTextReply } from './text-reply.ts'

const EVENTS = Object.keys(DELIVERY_EVENTS) as DeliveryEvent[]
const endOf = (events: readonly DeliveryEvent[]): DeliveryState =>
  events.reduce<DeliveryState>(stateAfter, 'queued')

test('every pair of events ends in one state, whichever comes first and however often (delivery.md §1)', () => {
  for (const first of EVENTS) {
    for (const second of EVENTS) {
      expect(endOf([first, second, first])).toBe(endOf([second, first]))
    }
  }
})

test('any reports in any order, repeated or not, end in one state', () => {
  const someEvents = fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 })
  fc.assert(
    fc.property(someEvents, fc.infiniteStream(fc.nat()), (events, order) => {
      const keys = new Map(events.map((event) => [event, order.next().value]))
      const shuffled = [...events, ...events].toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
      expect(endOf(shuffled)).toBe(endOf(events))
    }),
    { seed: 3464, numRuns: 500 },
  )
})

test('what may be an out-of-office answer leaves a delivery as it is, whichever came first; a bounce does not', () => {
  expect(endOf(['delivered', 'undetermined'])).toBe('delivered')
  expect(endOf(['undetermined', 'delivered'])).toBe('delivered')
  expect(endOf(['accepted', 'undetermined'])).toBe('undetermined')
  expect(endOf(['delivered', 'failedUnclear'])).toBe('bouncedUnclear')
  for (const state of ['undetermined', 'bouncedUnclear'] as const)
    expect(DELIVERY_CONSEQUENCES[state]).toEqual({
      arrived: false,
      address: 'stays',
      endsAdvertising: false,
    })
})

test('a late bounce overrules a delivery, a complaint overrules both, and no state is without an event', () => {
  expect(endOf(['failedHard', 'delivered', 'accepted'])).toBe('bouncedHard')
  expect(endOf(['complained', 'delivered', 'failedSoft'])).toBe('complained')
  expect(new Set(['queued', ...Object.values(DELIVERY_EVENTS)])).toEqual(new Set(DELIVERY_STATES))
})

test('a notice without an end state is unknown after a week, when every mail server has given up (RFC 5321 §4.5.4.1)', () => {
  expect(unknownBefore(new Date('2026-03-10T12:00:00Z'))).toEqual(new Date('2026-03-03T12:00:00Z'))
  for (const state of OPEN_STATES) expect(DELIVERY_CONSEQUENCES[state].arrived, state).toBeNull()
})

test('what failed by us leaves the address alone; a complaint did arrive (delivery.md §3, §4)', () => {
  expect(DELIVERY_CONSEQUENCES.rejected).toMatchObject({ arrived: false, address: 'stays' })
  expect(DELIVERY_CONSEQUENCES.complained).toEqual({
    arrived: true,
    address: 'suspended',
    endsAdvertising: true,
  })
})

test.each([
  ['5.1.1', '', 'hard'],
  ['5.1.1 (bad destination mailbox)', '', 'hard'],
  ['5.1.10', '', 'hard'],
  ['5.2.1', '', 'hard'],
  ['5.4.1', 'Recipient address rejected: Access denied', 'hard'],
  ['5.4.1', 'no answer from host', 'soft'],
  ['5.0.0', 'smtp; 550 user unknown', 'hard'],
  ['5.0.0', 'smtp; 554 refused', 'unclear'],
  ['5.0.0', '192.0.2.32 #5.0.0 smtp; 550 "Unknown User"', 'hard'],
  ['5.0.0', 'smtp; 550 5.1.1 refused', 'hard'],
  ['5.0.0', 'smtp; 550 blocked by our spam filter', 'sender'],
  ['4.0.0', 'user unknown', 'soft'],
  ['4.4.7', '', 'soft'],
  ['5.2.2', '', 'mailbox'],
  ['4.2.2', '', 'mailbox'],
  ['5.3.4', '', 'message'],
  ['5.6.1', '', 'message'],
  ['5.7.26', '', 'sender'],
  ['4.7.0', '', 'sender'],
  ['5.1.8', '', 'sender'],
  ['', 'smtp; 550 5.1.1 no such user', 'hard'],
  ['', 'smtp; 550 no such mailbox', 'hard'],
  ['', 'smtp; 550 refused', 'unclear'],
  ['', 'smtp; 450 user unknown', 'soft'],
  ['', 'smtp; 552 refused', 'mailbox'],
  ['', 'mailbox is full: retry timeout exceeded', 'mailbox'],
  ['', 'Sorry, no mailbox here by that name. (#5.1.1)', 'hard'],
  ['', 'El usuario no existe', 'hard'],
  ['', 'Exim 4.96.2 refused', 'unclear'],
  ['5.9.9', '', 'unclear'],
  ['nonsense', '', 'unclear'],
] as const)('status %s with "%s" is %s (RFC 3463, delivery.md §3)', (status, text, fault) => {
  expect(faultOfMail({ status, text })).toBe(fault)
})

const on = (day: number, mailboxFull = false) => ({
  at: new Date(Date.UTC(2026, 2, 1 + day)),
  mailboxFull,
})

test('three soft failures in 14 days are a dead address, and so is a mailbox full twice a week apart', () => {
  expect(areHardTogether([on(0), on(14)])).toBe(false)
  expect(areHardTogether([on(14), on(0), on(7)])).toBe(true)
  expect(areHardTogether([on(0), on(7), on(15)])).toBe(false)
  expect(areHardTogether([on(0, true), on(7, true)])).toBe(true)
  expect(areHardTogether([on(0, true), on(6, true)])).toBe(false)
  expect(isMailboxFull({ status: '4.2.2' })).toBe(true)
})

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop please', 'stop'],
  ['opt-out', 'stop'],
  ['no more texts', 'stop'],
  ["don't text me", 'stop'],
  ['ALTO', 'stop'],
  ['no más', 'stop'],
  ['para', 'stop'],
  ['no me envíe más mensajes', 'stop'],
  ['stop taking my money', 'other'],
  ['para pagar mañana', 'other'],
  ['START', 'start'],
  ['YES', 'other'],
  ['Ayuda', 'help'],
  ['HELP', 'help'],
  ['thanks', 'other'],
  ['', 'other'],
  ['Please don\u2019t text me', 'stop'],
  ['stop texting me about payments', 'stop'],
] as const)('"%s" asks to %s (47 CFR 64.1200(a)(10))', (text, reply) => {
  expect(readTextReply(text).asks).toBe(reply)
})

test.each([
  ['stop taking my money', true],
  ['I don\u2019t authorize any more payments', true],
  ['cancel my automatic payments', true],
  ['REVOKE my ACH', true],
  ['You were not authorized to withdraw that!', true],
  ['stop texting me and stop charging me', true],
  ['No me cobren más', true],
  ['dejen de sacar dinero de mi cuenta', true],
  ['revoco la autorización', true],
  ['para pagar mañana', false],
  ['I will make a payment on Friday', false],
  ['pago el viernes', false],
  ['stop texting me', false],
  ['STOP', false],
  ['CANCEL', false],
] as const)('"%s" may end the debit authorization: %s (12 CFR 1005.10(c))', (text, expected) => {
  expect(readTextReply(text).mayRevoke).toBe(expected)
})

test('a keyword needs no employee; whatever says more does, a stop within a sentence too', () => {
  for (const text of ['STOP', 'alto', 'Start', 'AYUDA', 'no más'])
    expect(readTextReply(text).isForEmployee, text).toBe(false)
  for (const text of ['', 'thanks', 'stop please, I am in hospital', 'stop taking my money'])
    expect(readTextReply(text).isForEmployee, text).toBe(true)
})
