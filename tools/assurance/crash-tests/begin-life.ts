import { randomUUID } from 'node:crypto'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { readyToSign, signInput } from '@dolphin/api/testing/signing-sessions'
import { resetApi } from '@dolphin/api/testing/reset-api'
import { type Life, saveBrowser } from './life.ts'
import type { Step, StepKind } from './life-steps.ts'
import { forgetMails } from './mail-host.ts'

const PORTFOLIO = 118
const CHANGE_ASKED = localDate(2026, 3, 5)
const CHANGE_TAKEN = localDate(2026, 3, 6)
/** A debit is announced so many banking days before. Source: domain.md §9. */
const ANNOUNCED_DAYS = 5

/** Empties the lender and brings a new borrower to an open signing with consents given, as a person comes there. */
export async function beginLife(api: TestApi): Promise<Life> {
  const { client, loanNo, opened } = await comeToSign(api)
  await api.runJobs()
  const key = { portfolioId: PORTFOLIO, loanNo }
  const plan = await findCurrentPlan(api.database.db, key)
  const [first] = plan?.installments ?? []
  assert(first !== undefined, 'a loan that is ready to be signed has its plan')
  return {
    browser: saveBrowser(client),
    loanNo,
    requestCode: opened.requestCode,
    sign: { input: signInput(opened), key: randomUUID() },
    change: {
      input: {
        params: { changeTypeCode: '103' },
        body: {
          loanNo,
          mode: 1,
          amount: '50.00',
          date: formatLocalDate(CHANGE_TAKEN),
          paymentMode: PaymentMode.ach,
        },
      },
      key: randomUUID(),
    },
    mailsInDoubt: 0,
    steps: stepsOf(api, dateIn(api.clock.now(), NEW_YORK), first.dueDate),
  }
}

const MOST_TRIES = 5

/** The bank's report comes by jobs that wait for real seconds: on a busy machine it may be late for the borrower. */
async function comeToSign(api: TestApi): ReturnType<typeof readyToSign> {
  for (let tries = 1; ; tries += 1) {
    await resetApi(api)
    forgetMails(api.deps.config.dataDir)
    try {
      return await readyToSign(api)
    } catch (error) {
      if (tries === MOST_TRIES) throw error
    }
  }
}

/** From the signature to the first payment that comes back. */
function stepsOf({ deps: { calendar } }: TestApi, today: LocalDate, firstDue: LocalDate): Step[] {
  const told = calendar.addBankingDays(firstDue, -ANNOUNCED_DAYS)
  assert(told >= CHANGE_TAKEN, 'the first payment is announced once the change is done')
  const back = calendar.next(firstDue)
  return [
    at('sign', today, '10:05'),
    at('mails', today, '11:00'),
    // The money goes the same day.
    at('batch', today, '13:05'),
    at('fund', today, '17:05'),
    at('change', CHANGE_ASKED, '10:00'),
    at('batch', CHANGE_ASKED, '16:35'),
    at('settle', CHANGE_TAKEN, '08:40'),
    at('announce', told, '09:30'),
    at('mails', told, '11:00'),
    at('batch', calendar.previous(firstDue), '16:35'),
    at('settle', firstDue, '08:40'),
    at('returns', back, '10:00'),
    at('mails', back, '11:00'),
  ]
}

const SUMMER_TIME = localDate(2026, 3, 8)

const at = (kind: StepKind, day: LocalDate, time: string): Step => ({
  kind,
  at: `${formatLocalDate(day)}T${time}:00${day < SUMMER_TIME ? '-05:00' : '-04:00'}`,
})
