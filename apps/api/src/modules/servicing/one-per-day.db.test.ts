import { CALLS } from '@dolphin/contract/registry'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyDueChanges } from '@dolphin/database/servicing/loan-change-repository'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const mark = { kind: 'typed', text: 'Jordan Sample' } as const

const ask = (
  { client, loanNo }: SignedLoan,
  changeTypeCode: 109 | 205,
  mode: 0 | 1,
  more: Record<string, unknown>,
) => client.call(CALLS.requestChange, { params: { changeTypeCode }, body: { loanNo, mode, mark, ...more } })

/** Days on which the stored plan still has payments. */
async function storedDays(loan: SignedLoan): Promise<string[]> {
  const current = await findCurrentPlan(api.database.db, loan)
  return (current?.installments ?? []).filter(isLive).map(({ dueDate }) => formatLocalDate(dueDate))
}

/** Lives on to a morning on which what was saved cannot be taken back any more. */
async function untilApplied(instant: string): Promise<void> {
  await liveOn(api, instant)
  await api.deps.units.write(async (unit) => ok(await applyDueChanges(unit.tx, 118, unit.now)))
}

describe('a payment that was moved onto the later day of another (domain.md §10)', () => {
  test('the change that would bring both to one day is refused at preview and at save, in words', async () => {
    const loan = await fundLoan(api)
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    // Payments move from Fridays to Mondays.
    expect(await ask(loan, ChangeType.paydayAvailability, 1, { paydayOnAvailable: 1 })).toMatchObject({
      code: 1,
    })
    await untilApplied('2026-03-13T09:00:00-04:00')
    const { choices } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    const { installmentNo: number, moveDates = [], dueDate } = choices?.hardship ?? {}
    expect([dueDate, moveDates.at(-1)]).toEqual(['2026-03-30', '2026-04-10'])
    expect(await ask(loan, ChangeType.changeDate, 1, { number, date: '2026-04-10' })).toMatchObject({
      code: 1,
    })
    await untilApplied('2026-03-30T09:00:00-04:00')
    const stored = await storedDays(loan)
    expect(stored).toContain('2026-04-10')
    expect(stored).toContain('2026-04-13')
    const words = {
      en: 'Two of your payments would be due on the same day. Choose another change, or wait until the payment that was moved is paid.',
      es: 'Dos de sus pagos caerían en el mismo día. Elija otro cambio o espere a que se pague el pago que se movió.',
    }
    for (const mode of [0, 1] as const) {
      for (const language of ['en', 'es'] as const) {
        loan.client.language = language
        const answer = await ask(loan, ChangeType.paydayAvailability, mode, { paydayOnAvailable: 0 })
        expect(answer.data).toMatchObject({
          errors: [{ elementKey: 'changeTypeCode', message: words[language] }],
        })
      }
    }
    expect(await storedDays(loan)).toEqual(stored)
    expect(new Set(stored).size).toBe(stored.length)
  })
})
