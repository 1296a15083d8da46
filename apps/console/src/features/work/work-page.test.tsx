import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { choose, fieldOf, pageText, press, render, settle, type, unmount } from '../../testing/render.tsx'
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
  lastOutcome: _l,
  mayRestUntil: _m,
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
  expect(rows()[1]).toContain('Owen Brandt')
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

test('a name of the code that stands as a fact is read as words', async () => {
  const facts = { subStatus: 'underwriterReview', requestCode: 'ONm0ydPB3S2yqyEo7Pq_vg' }
  serve({ showWorkItem: { data: { ...SAMPLE_ITEM, facts } } })
  await open('/work/W000000021')
  expect(pageText()).toContain('Underwriter review')
  expect(pageText()).toContain('ONm0ydPB3S2yqyEo7Pq_vg')
})

test('an item about customers leads to the file of each, and shows no number that only the server knows', async () => {
  const rights = [...RIGHTS, { permission: 'loan.read', act: 'may', portfolios: null }] as const
  serve({
    readStaffSession: { data: sampleSession(rights) },
    showWorkItem: {
      data: { ...SAMPLE_ITEM, subject: 'text/c-one/c-two', facts: { customers: ['c-one', 'c-two'] } },
    },
  })
  await open('/work/W000000021')
  const links = [...document.querySelectorAll('dd a')].map((link) => link.getAttribute('href'))
  expect(links.filter((href) => href?.includes('/c-'))).toEqual(['/customers/c-one', '/customers/c-two'])
  expect(pageText()).not.toContain('c-one')
})

/** The first item, as the signed-in employee has it. */
const MINE = {
  ...SAMPLE_ITEM,
  takenBy: { employeeId: 'nora-castell', name: 'Nora Castell' },
  takenAt: '2026-03-17T10:40:00-04:00',
}

describe('what an employee has', () => {
  const FIVE_MINUTES_MS = 5 * MINUTE_MS
  const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
  const taken = (sent: ReturnType<typeof serve>) =>
    sent.filter(({ name }) => name === 'takeWorkItem').map(({ body }) => body)
  beforeEach(() => {
    vi.useFakeTimers({
      now: new Date('2026-03-17T10:42:00-04:00'),
      toFake: ['Date', 'setInterval', 'clearInterval'],
    })
  })

  test('is renewed while its page is open and seen, and at once when they come back', async () => {
    const sent = serve({ showWorkItem: { data: MINE }, takeWorkItem: { data: MINE } })
    await open('/work/W000000021')
    expect(pageText()).toContain('You work on it.')
    expect(taken(sent)).toEqual([])
    await pass(FIVE_MINUTES_MS)
    expect(taken(sent)).toEqual([{ workItemNo: 'W000000021' }])
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await pass(FIVE_MINUTES_MS)
    expect(taken(sent)).toHaveLength(1)
    visibility.mockRestore()
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(taken(sent)).toHaveLength(2)
  })

  test('is shown as a colleague’s once it cannot be renewed; what a colleague has is not renewed', async () => {
    const shown = [MINE, { ...MINE, takenBy: { employeeId: 'owen-brandt', name: 'Owen Brandt' } }]
    const sent = serve({
      showWorkItem: () => ({ data: shown.length > 1 ? shown.shift()! : shown[0]! }),
      takeWorkItem: refusal('workItemHeld'),
    })
    await open('/work/W000000021')
    await pass(FIVE_MINUTES_MS)
    await settle()
    expect(pageText()).toContain('Take over from Owen Brandt')
    await pass(FIVE_MINUTES_MS)
    expect(taken(sent)).toHaveLength(1)
  })

  test('what was typed stands where a colleague closes the item meanwhile, and sending it says so', async () => {
    const shown = [MINE, { ...MINE, closedAt: '2026-03-17T10:45:00-04:00', closedBy: 'owen-brandt' }]
    serve({
      showWorkItem: () => ({ data: shown.length > 1 ? shown.shift()! : shown[0]! }),
      takeWorkItem: refusal('workItemOver'),
      closeWorkItem: refusal('workItemOver'),
    })
    await open('/work/W000000021')
    await press('Close with a note')
    await type('What was done', 'Called the bank')
    await pass(FIVE_MINUTES_MS)
    await settle()
    expect(fieldOf('What was done').value).toBe('Called the bank')
    await press('Close it')
    expect(document.querySelector('dialog')?.textContent).toContain(refusal('workItemOver').data.message)
    expect(fieldOf('What was done').value).toBe('Called the bank')
  })
})

test('who takes an item after a colleague did reads who has it, and may take it over', async () => {
  const [, held] = SAMPLE_ITEMS
  const shown = [SAMPLE_ITEM, { ...SAMPLE_ITEM, takenBy: held!.takenBy, takenAt: held!.takenAt }]
  serve({
    showWorkItem: () => ({ data: shown.length > 1 ? shown.shift()! : shown[0]! }),
    takeWorkItem: refusal('workItemHeld'),
  })
  await open('/work/W000000021')
  await press('Take')
  await settle()
  expect(pageText()).toContain(refusal('workItemHeld').data.message)
  expect(pageText()).toContain('Take over from Owen Brandt')
})

describe('take next', () => {
  const bodies = (sent: ReturnType<typeof serve>) =>
    sent.filter(({ name }) => name === 'takeNextWorkItem').map(({ body }) => body)

  test('opens what the server hands out, by the filters of the list', async () => {
    const sent = serve({ takeNextWorkItem: { data: { item: MINE } } })
    const shown = await open('/work?kind=failedRefund&portfolio=110')
    await press('Take next')
    expect(bodies(sent)).toEqual([{ kind: 'failedRefund', portfolioId: 110 }])
    expect(shown.path()).toBe('/work/W000000021?kind=failedRefund&portfolio=110')
    expect(pageText()).toContain('Yours: Return without a match.')
  })

  test('the row says whose it is, and no page of the list is read again', async () => {
    const sent = serve({ takeNextWorkItem: { data: { item: MINE } } })
    await open()
    const reads = () => sent.filter(({ name }) => name === 'listWorkItem').length
    const before = reads()
    expect(rows()[0]).not.toContain('You')
    await press('Take next')
    expect(rows()[0]).toContain('You')
    expect(reads()).toBe(before)
  })

  test('e takes the next one; where none is free, that is said', async () => {
    const sent = serve({ takeNextWorkItem: { data: { item: null } } })
    const shown = await open()
    await key('e')
    expect(bodies(sent)).toHaveLength(1)
    expect(pageText()).toContain('Nothing is free here.')
    expect(shown.path()).toBe('/work')
  })

  test('of closed items there is no next one', async () => {
    serve()
    await open('/work?state=closed')
    expect(pageText()).not.toContain('Take next')
  })
})

describe('acts', () => {
  test('who takes an item has it; another takes it over by name', async () => {
    const sent = serve({ takeWorkItem: { data: MINE } })
    await open('/work/W000000021')
    await press('Take')
    expect(sent.find(({ name }) => name === 'takeWorkItem')?.body).toEqual({ workItemNo: 'W000000021' })
    expect(pageText()).toContain('Yours: Return without a match.')
    await unmount()
    const again = serve({ takeWorkItem: { data: MINE } })
    await open('/work/W000000022')
    expect(pageText()).toContain('Owen Brandt works on it')
    await press('Take over from Owen Brandt')
    expect(again.find(({ name }) => name === 'takeWorkItem')?.body).toEqual({
      workItemNo: 'W000000022',
      takeOver: true,
    })
  })

  test('who lost an item while typing reads who has it, and what was typed stands', async () => {
    const held = refusal('workItemHeld')
    const message = 'Owen Brandt works on this item. Ask them, or take it over.'
    serve({ closeWorkItem: { ...held, data: { ...held.data, message } } })
    await open('/work/W000000021')
    await press('Close with a note')
    await type('What was done', 'Called the bank')
    await press('Close it')
    expect(document.querySelector('dialog')?.textContent).toContain(message)
    expect(fieldOf('What was done').value).toBe('Called the bank')
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

  test('one whose cause can outlive a note asks what came of it and when it comes back', async () => {
    const pastDue = { ...SAMPLE_ITEM, kind: 'loanPastDue', mayRestUntil: '2026-03-31' } as const
    const rests = { ...pastDue, sleepsUntil: '2026-03-20', due: '2026-03-20' }
    const sent = serve({ showWorkItem: { data: pastDue }, putOffWorkItem: { data: rests } })
    const shown = await open('/work/W000000021')
    await press('Enter what came of it')
    await press('Put it off')
    expect(pageText()).toContain('Choose what came of it.')
    expect(pageText()).toContain('Enter the day on which it comes back.')
    await choose('What came of it', 'noAnswer')
    await type('Comes back on', '2026-03-20')
    await type('What was done', 'Called twice')
    await press('Put it off')
    expect(sent.find(({ name }) => name === 'putOffWorkItem')?.body).toEqual({
      workItemNo: 'W000000021',
      outcome: 'noAnswer',
      note: 'Called twice',
      nextDay: '2026-03-20',
    })
    expect(pageText()).toContain('Back on')
    expect(shown.path()).toBe('/work/W000000021')
  })

  test('while it rests the list says until when, and the item what was done last', async () => {
    const at = '2026-03-17T10:42:00-04:00'
    const lastOutcome = {
      outcome: 'leftMessage',
      note: 'asked to call back',
      by: 'Nora Castell',
      at,
    } as const
    const resting = { ...SAMPLE_ITEM, kind: 'loanPastDue', sleepsUntil: '2026-03-20', lastOutcome } as const
    serve({
      listWorkItem: { data: { items: [headOf(resting)], after: null } },
      showWorkItem: { data: resting },
    })
    await open('/work/W000000021')
    expect(rows()[0]).toContain('rests until')
    expect(pageText()).toContain('Left a message: asked to call back (Nora Castell')
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
