import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { act } from 'react'
import { NO_ANSWER, type SentCall, answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import { aBatch, BANK_DAY, BANK_FILES, PORTFOLIOS, RETURN_RATES } from '../../testing/sample-money.ts'
import { KIND_NAMES } from '../work/messages.ts'
import { moneyText } from './messages.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T14:55:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Right = 'loan.read' | 'workItem.own' | 'batch.originate' | 'settlement.run' | 'return.import'
const CASH: readonly Right[] = [
  'loan.read',
  'workItem.own',
  'batch.originate',
  'settlement.run',
  'return.import',
]

function serve(
  answers: Parameters<typeof answerCalls>[0] = {},
  {
    rights = CASH,
    portfolios = null,
  }: { rights?: readonly Right[]; portfolios?: readonly number[] | null } = {},
) {
  const permissions = rights.map((permission) => ({ permission, act: 'may' as const, portfolios }))
  return answerCalls({
    readStaffSession: { data: sampleSession(permissions) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    listPortfolio: { data: PORTFOLIOS },
    listBankFile: { data: BANK_FILES },
    listBankEntry: { data: BANK_DAY },
    returnRate: { data: RETURN_RATES },
    countWorkItem: {
      data: {
        kinds: [
          { kind: 'unmatchedReturn', open: 2, overdue: 0, free: 2, firstDue: '2026-03-18' },
          { kind: 'failedRefund', open: 1, overdue: 0, free: 1, firstDue: '2026-03-19' },
        ],
      },
    },
    ...answers,
  })
}

async function open(address = '/money') {
  await import('./money-page.tsx')
  return render(<DeskApp />, address)
}
const named = (sent: readonly SentCall[], name: string) => sent.filter((one) => one.name === name)

test('the day stands whole: cut-offs, files with their sums, what the bank sent, rates, exceptions', async () => {
  const sent = serve()
  await open()
  const text = pageText()
  expect(text).toContain(moneyText.batchCutOff('Mar 17, 5:00 PM', '2\u00a0h\u00a05\u00a0min'))
  expect(text).toContain('B118-1.ach')
  expect(text).toContain('1200.00')
  expect(text).toContain(moneyText.notSent)
  expect(text).toContain(moneyText.outcomes.quarantined)
  expect(text).toContain(moneyText.rateStates.near)
  expect(text).toContain(`${KIND_NAMES.unmatchedReturn}: 2`)
  // A refund that failed is not of the bank's files.
  expect(text).not.toContain(KIND_NAMES.failedRefund)
  expect(named(sent, 'listBankFile')[0]?.path).toContain('portfolioId=110&day=2026-03-17')
})

const TAKEN = {
  sha256: 'a'.repeat(64),
  returns: 2,
  notificationsOfChange: 1,
  alreadyKnown: 3,
  unmatched: [{ line: 4, traceNumber: '091000019999999', code: 'R01' }],
  entries: 7,
  kinds: [],
}

async function chooseFile(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('dialog input[type=file]')
  Object.defineProperty(input, 'files', { configurable: true, value: [new File(['101 '], name)] })
  await act(async () => void input?.dispatchEvent(new Event('change', { bubbles: true })))
}

test('a file of the bank is taken in by its form, under one key until its outcome is known', async () => {
  let answers = 0
  const sent = serve({
    importReturn: () => {
      answers += 1
      return answers === 1 ? NO_ANSWER : { data: TAKEN }
    },
  })
  await open('/money?portfolio=118')
  await press(moneyText.importOpen)
  await press(moneyText.importAct)
  expect(pageText()).toContain(moneyText.importMissing)
  await chooseFile('returns.ach')
  await press(moneyText.importAct)
  await press(moneyText.importAct)
  const [first, second] = named(sent, 'importReturn')
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  expect(second?.headers.has('content-type')).toBe(false)
  expect(pageText()).toContain(
    moneyText.importDone({ returns: 2, notices: 1, known: 3, unmatched: TAKEN.unmatched.length }),
  )
})

test('why a file is not taken in stands in its window, which keeps the file', async () => {
  serve({
    importReturn: refusal('importRefused', { errors: [{ elementKey: 'line 3', message: 'Too short' }] }),
  })
  await open()
  await press(moneyText.importOpen)
  await chooseFile('torn.ach')
  await press(moneyText.importAct)
  expect(pageText()).toContain('Too short')
  expect(pageText()).toContain('torn.ach')
})

test('another portfolio and day stand in the address', async () => {
  const sent = serve()
  await open('/money?portfolio=118&day=2026-03-16')
  expect(named(sent, 'listBankEntry')[0]?.path).toContain('portfolioId=118&day=2026-03-16')
})

test('the batch is looked at first, held debits by rule, then cut once more asked', async () => {
  const sent = serve({
    runBatch: ({ body }) => ({ data: aBatch((body as { dryRun: boolean }).dryRun) }),
  })
  await open()
  await press(moneyText.look)
  expect(pageText()).toContain('118-0000021, 118-0000039')
  expect(named(sent, 'runBatch').map(({ body }) => body)).toEqual([{ portfolioId: 110, dryRun: true }])
  await press(moneyText.cut)
  expect(pageText()).toContain(moneyText.cutEffect('500.00', '288.51'))
  expect(pageText()).toContain('they can undo these payments until 4:30 PM ET')
  await press(moneyText.cutAct)
  expect(named(sent, 'runBatch').at(-1)?.body).toEqual({ portfolioId: 110, dryRun: false })
  expect(pageText()).toContain(moneyText.cutDone(1))
})

test('a refused run says why, and nothing is called done', async () => {
  serve({ runBatch: refusal('batchNotAllowed') })
  await open()
  await press(moneyText.look)
  expect(document.querySelector('[role=alert]')?.textContent).toContain(
    refusal('batchNotAllowed').data.message,
  )
  expect(pageText()).not.toContain(moneyText.cut)
})

test('settlement asks once more and says what it came to', async () => {
  const sent = serve({
    runSettlement: {
      data: {
        portfolioId: 110,
        settledOn: '2026-03-17',
        settled: [{ loanNo: '110-0000011', transactionNo: 'T1', amount: '500.00' }],
        checked: 3,
        failed: [],
      },
    },
  })
  await open()
  await press(moneyText.settle)
  expect(named(sent, 'runSettlement')).toEqual([])
  await press(moneyText.settleAct)
  expect(pageText()).toContain(moneyText.settleDone(1, 3))
})

test('who may only read sees the money and no button that moves it', async () => {
  serve({}, { rights: ['loan.read'], portfolios: [118] })
  await open()
  expect(pageText()).not.toContain(moneyText.look)
  expect(pageText()).not.toContain(moneyText.settle)
})
