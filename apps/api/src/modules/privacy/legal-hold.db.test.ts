import { CALLS } from '@dolphin/contract/registry'
import type { CallInputOf } from '@dolphin/contract/call'
import { listErasures } from '@dolphin/database/retention/erase-repository'
import { listOpenHolds } from '@dolphin/database/retention/hold-repository'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { colleagueAtDesk, confirmAt, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { previewRetention, runRetention } from './retention-round.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const PAST_DRAFT_MS = 31 * DAY_MS
const reason = 'letter of counsel'

type Hold = Omit<CallInputOf<typeof CALLS.setLegalHold>['body'], 'reason' | 'portfolioId'>

/** Enters as one employee and confirms as another; answers the number of the hold. */
async function hold(what: Hold): Promise<string> {
  const employee = await signInEmployee(api)
  const { approval } = await employee.ask(CALLS.setLegalHold, { body: { portfolioId: 118, ...what, reason } })
  await confirmAt(await colleagueAtDesk(employee), approval.approvalNo)
  const { holds } = await employee.ask(CALLS.listLegalHold, { query: { portfolioId: 118 } })
  return holds.at(-1)?.holdNo ?? ''
}

async function lift(holdNo: string): Promise<void> {
  const employee = await signInEmployee(api)
  const body = { portfolioId: 118, holdNo, reason: 'suit dismissed' }
  const { approval } = await employee.ask(CALLS.liftLegalHold, { body })
  await confirmAt(await colleagueAtDesk(employee), approval.approvalNo)
}

const erased = async () => (await listErasures(api.database.db, 0, 1_000)).map(({ subject }) => subject)

async function draft(email: string) {
  const client = await createCustomer(api, { email })
  return { ...(await beginApplication(client)), openId: client.openId }
}

describe('a legal hold (facts/retention.md §5)', () => {
  test.each([
    ['the person', ({ openId }) => ({ scope: 'person', subject: openId })],
    ['the loan', ({ loanNo }) => ({ scope: 'loan', subject: loanNo })],
    ['the application', ({ applicationNo }) => ({ scope: 'application', subject: applicationNo })],
    ['the class', () => ({ scope: 'class', subject: 'neverSubmittedDraft' })],
  ] as const satisfies readonly (readonly [string, (of: Awaited<ReturnType<typeof draft>>) => Hold])[])(
    'on %s beats the period, until it is lifted',
    async (_title, scopeOf) => {
      const held = await draft('held@example.com')
      const holdNo = await hold(scopeOf(held))
      api.clock.advance(PAST_DRAFT_MS)
      const preview = await previewRetention(api.deps)
      expect(preview.find(({ recordClass }) => recordClass === 'neverSubmittedDraft')).toMatchObject({
        due: 0,
        held: 1,
        oldest: null,
      })
      await runRetention(api.deps)
      expect(await erased()).not.toContain(`loan/${held.loanNo}`)
      await lift(holdNo)
      await runRetention(api.deps)
      expect(await erased()).toContain(`loan/${held.loanNo}`)
    },
  )

  test('keeps what it covers, and nothing of anyone else', async () => {
    const [held, other] = [await draft('held@example.com'), await draft('other@example.com')]
    await hold({ scope: 'person', subject: held.openId })
    api.clock.advance(PAST_DRAFT_MS)
    await runRetention(api.deps)
    expect(await erased()).toContain(`loan/${other.loanNo}`)
    expect(await erased()).not.toContain(`loan/${held.loanNo}`)
  })

  test('keeps an application that never came to an account, and the business events of a person', async () => {
    const guest = await beginApplication(api.client())
    const { openId } = await draft('events@example.com')
    await hold({ scope: 'application', subject: guest.applicationNo })
    await hold({ scope: 'person', subject: openId })
    for (const whose of [openId, null])
      await api.database.executeSql(
        `insert into business_events (portfolio_id, customer_key, open_id, event, payload, at)
          values (118, 'key', $1, 'seen', '{}', $2)`,
        [whose, api.clock.now()],
      )
    api.clock.advance(100 * DAY_MS)
    await api.deps.jobs.runTimetable()
    await api.runJobs()
    await runRetention(api.deps)
    const { rows } = await api.database.executeSql(`select
      (select count(*)::int from applications where application_no = '${guest.applicationNo}') as applications,
      (select array_agg(open_id) from business_events) as events`)
    expect(rows).toEqual([{ applications: 1, events: [openId] }])
  })

  test('on a class is entered by one and confirmed by another; it stands in the list of who has that right there', async () => {
    const holdNo = await hold({ scope: 'class', subject: 'neverSubmittedDraft' })
    const everywhere = await signInEmployee(api)
    const { holds } = await everywhere.ask(CALLS.listLegalHold, { query: {} })
    expect(holds).toMatchObject([
      { holdNo, portfolioId: 118, scope: 'class', subject: 'neverSubmittedDraft', liftedAt: null },
    ])
    const again = { portfolioId: 118, scope: 'class', subject: 'neverSubmittedDraft', reason } as const
    await expectRefused(everywhere, 'setLegalHold', { body: again }, 'legalHoldRefused')
    const of110 = await signInEmployee(api, 'otto-example', { roles: ['compliance'], portfolioId: 110 })
    expect(await of110.ask(CALLS.listLegalHold, { query: {} })).toEqual({ holds: [] })
    await expectRefused(of110, 'listLegalHold', { query: { portfolioId: 118 } }, 'notPermitted')
  })

  test('takes two people to set and two to lift, and does nothing before', async () => {
    const { loanNo } = await draft('two@example.com')
    const employee = await signInEmployee(api)
    const body = { portfolioId: 118, scope: 'loan', subject: loanNo, reason } as const
    const { approval } = await employee.ask(CALLS.setLegalHold, { body })
    expect(await listOpenHolds(api.database.db)).toEqual([])
    expect((await tryConfirming(await deskOf(employee), approval.approvalNo)).code).not.toBe(1)
    const colleague = await colleagueAtDesk(employee)
    const holdNo = async () =>
      (await employee.ask(CALLS.listLegalHold, { query: { portfolioId: 118 } })).holds.at(-1)?.holdNo ?? ''
    const lifting = (of: string) =>
      employee.call(CALLS.liftLegalHold, { body: { portfolioId: 118, holdNo: of, reason } })
    await proveChanges(api, () => confirmAt(colleague, approval.approvalNo), {
      listLegalHold: asking(employee, 'listLegalHold', { query: { portfolioId: 118 } }),
      setLegalHold: asking(employee, 'setLegalHold', { body }),
      liftLegalHold: {
        before: () => lifting('H999999999'),
        after: async () => await lifting(await holdNo()),
      },
    })
    const { holds } = await employee.ask(CALLS.listLegalHold, { query: { portfolioId: 118 } })
    expect(holds).toMatchObject([{ scope: 'loan', subject: loanNo, reason, setBy: 'employee:ada-example' }])
  })

  test('of what there is not is refused, and so is a second one, and the end of one that has ended', async () => {
    const { loanNo } = await draft('refused@example.com')
    const employee = await signInEmployee(api)
    const set = (what: Hold) => ({ body: { portfolioId: 118, ...what, reason } })
    await expectRefused(employee, 'setLegalHold', set({ scope: 'loan', subject: '118-9999999' }), 'notFound')
    await expectRefused(employee, 'setLegalHold', set({ scope: 'class', subject: 'nothing' }), 'notFound')
    const holdNo = await hold({ scope: 'loan', subject: loanNo })
    await expectRefused(employee, 'setLegalHold', set({ scope: 'loan', subject: loanNo }), 'legalHoldRefused')
    const end = (portfolioId: number) => ({ body: { portfolioId, holdNo, reason } })
    await expectRefused(employee, 'liftLegalHold', end(110), 'legalHoldRefused')
    await lift(holdNo)
    await expectRefused(employee, 'liftLegalHold', end(118), 'legalHoldRefused')
    await hold({ scope: 'loan', subject: loanNo })
  })
})
