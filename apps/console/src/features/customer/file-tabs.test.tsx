import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import type { CallValue } from '../../calls/call.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { pageText, press, render, unmount } from '../../testing/render.tsx'
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

const right = (permission: 'customer.find' | 'loan.read' | 'decision.read' | 'audit.search') =>
  ({ permission, act: 'may', portfolios: null }) as const
const READER = [right('customer.find'), right('loan.read'), right('decision.read')]

const POSTING = {
  sequence: 2,
  kind: 'paymentReceived',
  cause: 'T000004096',
  effectiveDate: '2026-03-13',
  bookedAt: '2026-03-13T08:30:00-04:00',
  hash: 'ab12cd34ef56'.padEnd(64, '0'),
  entries: [
    { account: 'cashInTransit', amount: '99.43' },
    { account: 'principal', amount: '-99.43' },
  ],
}
const LEDGER: CallValue<'loanLedger'> = {
  loanNo: '118-0000214',
  intact: true,
  total: '0.00',
  count: 2,
  balances: [{ account: 'principal', balance: '437.02' }],
  postings: [POSTING],
  after: null,
}
const ENTRY = {
  source: 'audit' as const,
  eventNo: 'read/jordan-avila/7',
  at: '2026-03-17T10:40:00-04:00',
  actor: 'employee:owen-brandt',
  event: 'customerFileRead',
  subject: 'read/jordan-avila',
  facts: { call: 'showCustomer', reason: null },
}

function serve(answers: Parameters<typeof answerCalls>[0] = {}, rights = READER) {
  return answerCalls({
    readStaffSession: { data: sampleSession(rights) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showCustomer: { data: SAMPLE_FILE },
    ...answers,
  })
}

const open = (tab: string) => render(<DeskApp />, `/customers/jordan-avila?tab=${tab}`)

test('the ledger says first whether its chain holds, then both sides of each posting', async () => {
  const sent = serve({
    loanLedger: ({ path }) => ({
      data: path.includes('after=2')
        ? { ...LEDGER, postings: [{ ...POSTING, sequence: 1, cause: 'T000003871' }] }
        : { ...LEDGER, after: '2' },
    }),
  })
  await open('ledger')
  expect(pageText()).toContain('All 2 postings are as booked')
  expect(pageText()).toContain('Cash in transit')
  expect(document.querySelector('code[title]')?.textContent).toBe('ab12cd34ef56')
  await press('Show earlier')
  expect(pageText()).toContain('T000003871')
  expect(sent.filter(({ name }) => name === 'loanLedger')).toHaveLength(2)
})

test('a chain that is broken, or a ledger that does not sum to zero, is an alarm', async () => {
  serve({ loanLedger: { data: { ...LEDGER, intact: false } } })
  await open('ledger')
  expect(pageText()).toContain('The chain of hashes is broken')
  await unmount()
  serve({ loanLedger: { data: { ...LEDGER, total: '0.01' } } })
  await open('ledger')
  expect(pageText()).toContain('do not sum to zero (0.01)')
  expect(pageText()).not.toContain('The chain of hashes holds')
})

test('the audit tells who read and who changed; who may not search it has no such tab', async () => {
  const sent = serve({ customerAudit: { data: { events: [ENTRY], after: null } } }, [
    ...READER,
    right('audit.search'),
  ])
  await open('audit')
  expect(document.querySelector('tbody')?.textContent).toContain('owen-brandt')
  expect(document.querySelector('tbody')?.textContent).toContain('Customer file read')
  await press('Changes')
  expect(sent.at(-1)?.path).toContain('kind=changes')
  await unmount()
  serve()
  await open('audit')
  expect([...document.querySelectorAll('nav a')].map(({ textContent }) => textContent)).not.toContain('Audit')
})

test('the decision tab begins with the rule that decided, and cites no page of the program', async () => {
  const line = { inputs: [], source: 'policy version 4; domain.md §6', deciding: false }
  const parts = [
    {
      title: 'Decision D1',
      explanations: [
        { ...line, subject: 'refer shortHistory', value: 'applied', rule: 'Old', deciding: true },
      ],
    },
    {
      title: 'Decision D2',
      explanations: [
        { ...line, subject: 'decision', value: 'offer', rule: 'Every rule is asked' },
        {
          ...line,
          subject: 'bound incomeShare',
          value: '600.00 (held)',
          rule: 'A fifth of income',
          inputs: [{ name: 'Monthly net income', value: '3,076.66' }],
          deciding: true,
        },
      ],
    },
    { title: 'Plan P1', explanations: [{ ...line, subject: 'APR', value: '260 %', rule: 'Appendix J' }] },
  ]
  serve({ explainDecision: { data: { loanNo: '118-0000214', parts } } })
  await open('decision')
  const [first] = document.querySelectorAll('section dl')
  expect(first?.textContent).toContain('bound incomeShare')
  expect(first?.textContent).toContain('Monthly net income: 3,076.66')
  expect(first?.textContent).not.toContain('Old')
  expect(pageText()).toContain('Source: policy version 4.')
  expect(pageText()).not.toContain('domain.md')
})

test('who does not read decisions reads that the tab is not for their role, and nothing of it is asked', async () => {
  const sent = serve({}, [right('customer.find'), right('loan.read')])
  await open('decision')
  expect(pageText()).toContain('Not for your role. Ask a colleague')
  expect(sent.some(({ name }) => name === 'explainDecision')).toBe(false)
})

test('answers that are left out are said to be, and not that there are none', async () => {
  const records = { loanNo: '118-0000214', schedule: [], transactions: [], documents: [], answers: null }
  serve({ loanRecords: { data: { ...records, consents: [], notices: [] } } })
  await open('answers')
  expect(pageText()).toContain('Not for your role. Ask a colleague')
})
