import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, settle, type, unmount } from '../../testing/render.tsx'
import { SAMPLE_FILE } from '../../testing/sample-file.ts'
import { sampleSession } from '../../testing/sample-session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const right = (permission: 'customer.find' | 'loan.read' | 'note.write' | 'workItem.own' | 'pii.unmask') =>
  ({ permission, act: 'may', portfolios: null }) as const
const READER = [right('customer.find'), right('loan.read')]
const WRITER = [...READER, right('note.write'), right('workItem.own'), right('pii.unmask')]

const LINE = {
  eventNo: 'T000004096/3',
  at: '2026-03-13T08:30:00-04:00',
  actor: 'timetable',
  event: 'transactionStatus',
  kinds: ['money' as const],
  loanNo: '118-0000214',
  from: '16002',
  to: '16003',
  text: 'settled',
  amount: '99.43',
}
const MESSAGE = {
  ...LINE,
  eventNo: 'M0000000001',
  at: '2026-03-17T09:58:00-04:00',
  actor: 'customer',
  event: 'message',
  kinds: ['messages' as const],
  from: null,
  to: null,
  text: 'I mailed a money order.',
  amount: null,
}

function serve(answers: Parameters<typeof answerCalls>[0] = {}, rights = WRITER) {
  return answerCalls({
    readStaffSession: { data: sampleSession(rights) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showCustomer: { data: SAMPLE_FILE },
    customerHistory: { data: { lines: [MESSAGE, LINE], after: null } },
    ...answers,
  })
}

const open = (address = '/customers/jordan-avila') => render(<DeskApp />, address)

describe('find', () => {
  const HIT = {
    file: 'jordan-avila',
    portfolioId: 118,
    name: 'Jordan Avila',
    foundBy: 'name' as const,
    loans: [{ loanNo: '118-0000214', loanStatus: 203 as const, subStatus: null, reviewStatus: null }],
  }
  const key = (name: string, more: KeyboardEventInit = {}) =>
    act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more })))
  const label = 'What you know of them'

  test('opens by Ctrl+K, says how it was read, and leads to the file', async () => {
    const sent = serve({ findCustomers: { data: { kinds: ['name'], hits: [HIT], more: false } } })
    const shown = await open('/approvals')
    await key('k', { ctrlKey: true })
    await type(label, 'Avila, J')
    expect(sent.some(({ name }) => name === 'findCustomers')).toBe(false)
    await press('Find')
    expect(sent.find(({ name }) => name === 'findCustomers')?.body).toEqual({ typed: 'Avila, J' })
    expect(pageText()).toContain('Read as surname with initial.')
    expect(pageText()).toContain('118-0000214 203 Processing')
    const link = document.querySelector<HTMLAnchorElement>('dialog a')
    await act(async () => link?.click())
    await settle()
    expect(shown.path()).toBe('/customers/jordan-avila')
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  test('says what to do with what is read in no way, what is not found, and what is too many', async () => {
    const answers = [
      { kinds: [], hits: [], more: false },
      { kinds: ['phone' as const], hits: [], more: false },
      { kinds: ['name' as const], hits: [HIT], more: true },
    ]
    serve({ findCustomers: () => ({ data: answers.shift() ?? { kinds: [], hits: [], more: false } }) })
    await open('/approvals')
    await key('/')
    for (const [typed, said] of [
      ['avila', 'A surname takes an initial'],
      ['302 555 0155', 'No customer in your portfolios'],
      ['Avila, J', 'Say more of the customer'],
    ] as const) {
      await type(label, typed)
      await press('Find')
      expect(pageText()).toContain(said)
    }
  })

  test('the hourly limit says when it goes on', async () => {
    serve({ findCustomers: refusal('tooManyRequests', { retryAfterSeconds: 90 }) })
    await open('/approvals')
    await key('k', { metaKey: true })
    await type(label, 'Avila, J')
    await press('Find')
    expect(pageText()).toContain('90 seconds')
  })

  test('is not there for who may not find', async () => {
    serve({}, [])
    await open('/approvals')
    expect(pageText()).not.toContain('Find a loan')
  })
})

describe('the file', () => {
  test('says who, what is owed and by which day, what needs a person, and what colleagues wrote', async () => {
    serve()
    await open()
    const said = [
      'Jordan Avila',
      'MO, local time 9:42 AM',
      '***-**-6201',
      'Marketing off (8)',
      '206 Terminated, paid off',
      'Receipt to check',
      'Works nights',
      '99.43',
      'Interest, 3.11 a day',
      '467.59',
      'Nothing past due',
      '4 of 10 payments made',
      'Harbor Sample Bank',
      'I mailed a money order.',
    ]
    for (const words of said) expect(pageText()).toContain(words)
  })

  test('the history is kept to a kind in the address, and goes on by pages', async () => {
    const sent = serve({
      customerHistory: ({ path }) => ({
        data: path.includes('after=') ? { lines: [LINE], after: null } : { lines: [MESSAGE], after: '1.x' },
      }),
    })
    await open()
    await press('Show earlier')
    expect(pageText()).toContain('Transaction status')
    await press('Money')
    expect(sent.at(-1)?.path).toContain('kind=money')
  })

  test('a loan is chosen by its link', async () => {
    const sent = serve()
    await open('/customers/jordan-avila?loan=118-0000087')
    expect(sent.find(({ name }) => name === 'showCustomer')?.path).toContain('loan=118-0000087')
    expect(document.querySelector('a[aria-current="true"]')?.textContent).toContain('118-0000087')
  })

  test('of no one says so', async () => {
    serve({ showCustomer: refusal('notFound') })
    await open()
    expect(pageText()).toContain(refusal('notFound').data.message)
  })

  test('of a guest has no notes, and says why', async () => {
    const guest = { ...SAMPLE_FILE, openId: null, notes: [], money: null, bankReport: null, work: [] }
    serve({ showCustomer: { data: guest } })
    await open()
    expect(pageText()).toContain('Notes begin with an account')
    expect(pageText()).toContain('Nothing is owed: the loan is not funded.')
  })
})

test('records are read once a tab of them is opened, and stand in its table', async () => {
  const sent = serve({
    loanRecords: {
      data: {
        loanNo: '118-0000214',
        schedule: [
          {
            installmentNo: 5,
            dueDate: '2026-03-27',
            payment: '99.43',
            interest: '31.00',
            principal: '68.43',
            fee: '0.00',
            balanceAfter: '368.59',
            status: TransactionStatus.none,
            flags: 256 + 16,
          },
          {
            installmentNo: 6,
            dueDate: '2026-04-10',
            payment: '0.00',
            interest: '0.00',
            principal: '0.00',
            fee: '0.00',
            balanceAfter: null,
            status: TransactionStatus.none,
            flags: 1,
          },
        ],
        transactions: [],
        documents: [],
        answers: [{ section: 'personal', question: 'lastName', answer: 'Avila' }],
        consents: [],
        notices: [],
      },
    },
  })
  await open()
  expect(sent.some(({ name }) => name === 'loanRecords')).toBe(false)
  await open('/customers/jordan-avila?tab=schedule')
  expect(document.querySelector('tbody')?.textContent).toBe(
    '5Mar 27, 202699.4331.0068.430.00368.59PlannedPartly refunded (16), New (256)' +
      '6Apr 10, 20260.000.000.000.00PlannedRemoved (1)',
  )
  await open('/customers/jordan-avila?tab=answers')
  expect(document.querySelector('tbody')?.textContent).toBe('PersonalLast nameAvila')
  await open('/customers/jordan-avila?tab=money')
  expect(pageText()).toContain('Nothing on record.')
})

test('a note is sent with its words; without them nothing is', async () => {
  const sent = serve({
    writeNote: ({ body }) => ({ data: { ...SAMPLE_FILE.notes[0]!, ...(body as object) } }),
  })
  await open()
  await press('Add a note')
  const dialog = () => document.querySelector('dialog[open] button[type=submit]') as HTMLButtonElement
  await act(async () => dialog().click())
  expect(pageText()).toContain('Write the note.')
  await type('Note', 'Called back')
  await act(async () => dialog().click())
  await settle()
  expect(sent.find(({ name }) => name === 'writeNote')?.body).toEqual({
    file: 'jordan-avila',
    text: 'Called back',
    loan: null,
  })
  expect(pageText()).toContain('The note is in the file.')
})

describe('a field shown whole', () => {
  test('takes a reason; who may not has no such button', async () => {
    const sent = serve({ beginUnmask: refusal('notPermitted') })
    await open()
    await press('Show SSN')
    await press('Touch passkey and show')
    expect(pageText()).toContain('Say why, in three letters or more.')
    expect(sent.some(({ name }) => name === 'beginUnmask')).toBe(false)
    await type('Why you need it', 'matches the ID')
    await press('Touch passkey and show')
    expect(sent.find(({ name }) => name === 'beginUnmask')?.body).toEqual({
      file: 'jordan-avila',
      field: 'ssn',
      reason: 'matches the ID',
    })
    expect(pageText()).toContain(refusal('notPermitted').data.message)
    await unmount()
    serve({}, READER)
    await open()
    expect(pageText()).not.toContain('Show SSN')
  })
})
