import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import { SAMPLE_ITEM, SAMPLE_ITEMS } from '../../testing/sample-work.ts'
import { resolveText } from './messages.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const RIGHTS = [{ permission: 'workItem.own', act: 'may', portfolios: null }] as const

function serve(answers: Parameters<typeof answerCalls>[0] = {}) {
  return answerCalls({
    readStaffSession: { data: sampleSession(RIGHTS) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    listWorkItem: { data: { items: SAMPLE_ITEMS.map(headOf), after: null } },
    showWorkItem: ({ path }) => ({
      data: SAMPLE_ITEMS.find(({ workItemNo }) => path.endsWith(workItemNo)) ?? SAMPLE_ITEM,
    }),
    ...answers,
  })
}

const headOf = ({
  concerns: _c,
  holdsDebits: _h,
  facts: _f,
  acts: _a,
  takenAt: _t,
  closedBy: _b,
  closedFor: _r,
  ...head
}: typeof SAMPLE_ITEM) => head

const open = (address = '/work') => render(<DeskApp />, address)

const key = (name: string) =>
  act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)

test('the list says what happened, to which loan, since when, until when, and who has it', async () => {
  serve()
  await open()
  expect(rows()[0]).toContain('Return without a match')
  expect(rows()[0]).toContain('overdue')
  expect(rows()[1]).toContain('110-0000176')
  expect(rows()[1]).toContain('owen-brandt')
})

test('filters stand in the address and go out with the call', async () => {
  const sent = serve()
  await open('/work?kind=failedRefund&portfolio=110&state=closed')
  const asked = sent.find(({ name }) => name === 'listWorkItem')?.path ?? ''
  expect(asked).toContain('kind=failedRefund')
  expect(asked).toContain('portfolioId=110')
  expect(asked).toContain('state=closed')
})

test('a kind that is none is not asked for', async () => {
  const sent = serve()
  await open('/work?kind=nonsense')
  expect(sent.find(({ name }) => name === 'listWorkItem')?.path).not.toContain('kind')
})

test('an item shows its facts in words, the loans it may concern, and what may be done', async () => {
  serve()
  await open('/work/W000000021')
  expect(pageText()).toContain('Effective entry date')
  expect(pageText()).not.toContain('Trace no')
  expect(pageText()).toContain('118-0000214, 118-0000230')
  expect(pageText()).toContain('Debits of these loans wait')
  expect(pageText()).toContain('ask the bank what the entry is about')
})

describe('acts', () => {
  test('who takes an item has it; another takes it over by name', async () => {
    const sent = serve({ takeWorkItem: { data: { ...SAMPLE_ITEM, takenBy: 'employee:nora-castell' } } })
    await open('/work/W000000021')
    await press('Take')
    expect(sent.find(({ name }) => name === 'takeWorkItem')?.body).toEqual({ workItemNo: 'W000000021' })
    expect(pageText()).toContain('Yours: Return without a match.')
    await unmount()
    serve()
    await open('/work/W000000022')
    expect(pageText()).toContain('Take over from owen-brandt')
  })

  test('closed with what was done; without it nothing is sent', async () => {
    const sent = serve({ closeWorkItem: { data: { ...SAMPLE_ITEM, closedAt: '2026-03-17T10:42:00-04:00' } } })
    const shown = await open('/work/W000000021')
    await press('Close with a note')
    await press('Close it')
    expect(pageText()).toContain('Say what was done')
    expect(sent.some(({ name }) => name === 'closeWorkItem')).toBe(false)
    await type('What was done', 'The bank sent a correct file')
    await press('Close it')
    expect(sent.find(({ name }) => name === 'closeWorkItem')?.body).toEqual({
      workItemNo: 'W000000021',
      reason: 'The bank sent a correct file',
    })
    expect(pageText()).toContain('Closed: Return without a match.')
    expect(shown.path()).toBe('/work/W000000022')
  })

  test('while its cause is there it stays open, and the reason is said in the dialog', async () => {
    serve({ closeWorkItem: refusal('workItemCauseOpen') })
    await open('/work/W000000021')
    await press('Close with a note')
    await type('What was done', 'Looked at it')
    await press('Close it')
    expect(document.querySelector('dialog')?.textContent).toContain(refusal('workItemCauseOpen').data.message)
    expect(rows()).toHaveLength(2)
  })

  test('an item that a colleague closed meanwhile says so', async () => {
    serve({ takeWorkItem: refusal('workItemOver') })
    await open('/work/W000000021')
    await press('Take')
    expect(pageText()).toContain(refusal('workItemOver').data.message)
  })
})

test('j and k walk the list', async () => {
  serve()
  const shown = await open()
  await key('j')
  expect(shown.path()).toBe('/work/W000000021')
  await key('j')
  expect(shown.path()).toBe('/work/W000000022')
  await key('k')
  expect(shown.path()).toBe('/work/W000000021')
})

test('who may not own work has no such place in the menu', async () => {
  serve({ readStaffSession: { data: sampleSession() } })
  await open('/approvals')
  expect(document.querySelector('nav')?.textContent).not.toContain('Work')
})

describe('an exception of a bank file', () => {
  const RESOLVES = [...RIGHTS, { permission: 'exception.resolve', act: 'enter', portfolios: null }] as const
  const entered = { approvalNo: 'A000000012', endsAt: '2026-03-22T10:42:00-04:00' }
  const serveResolve = () =>
    serve({
      readStaffSession: { data: sampleSession(RESOLVES) },
      resolveException: { data: { workItemNo: SAMPLE_ITEM.workItemNo, approval: entered } },
    })
  const openItem = () => open(`/work/${SAMPLE_ITEM.workItemNo}`)
  const choose = (value: string) =>
    act(async () => document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click())

  test('what becomes of it is entered for a colleague, with what the bank said', async () => {
    const sent = serveResolve()
    await openItem()
    await press(resolveText.resolve)
    await press(resolveText.enter)
    expect(pageText()).toContain(resolveText.actMissing)
    await choose('apply')
    await press(resolveText.enter)
    expect(pageText()).toContain(resolveText.transactionMissing)
    expect(sent.some(({ name }) => name === 'resolveException')).toBe(false)
    await type(resolveText.transaction, ' T000000042 ')
    await type(resolveText.note, 'the bank was asked')
    await press(resolveText.enter)
    expect(sent.find(({ name }) => name === 'resolveException')?.body).toEqual({
      act: 'apply',
      workItemNo: SAMPLE_ITEM.workItemNo,
      transactionNo: 'T000000042',
      note: 'the bank was asked',
    })
    expect(pageText()).toContain(resolveText.entered('A000000012'))
  })

  test('who may not enter it gets no button', async () => {
    serve()
    await openItem()
    expect(pageText()).not.toContain(resolveText.resolve)
  })
})
