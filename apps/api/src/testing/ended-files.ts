import { LoanStatus } from '@dolphin/domain/loans/codes'
import { withdrawApplicationCall } from '@dolphin/contract/applications'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays } from '@dolphin/domain/calendar/local-date'
import type { TestApi } from './api-fixture.ts'
import { fillApplication } from './applications.ts'
import { payoffAmountOn, planConfirmed } from './confirmed-payments.ts'
import { createCustomer } from './customers.ts'
import { debitsOf, moneyDays, PAYDAYS } from './money-days.ts'

/** An application that was sent and withdrawn: its file is kept for 26 months from its last notice. */
export async function withdrawnApplication(api: TestApi, email: string) {
  const client = await createCustomer(api, { email })
  const { loanNo, applicationNo } = await fillApplication(client)
  await api.database.executeSql('update applications set submitted_at = $1 where application_no = $2', [
    api.clock.now(),
    applicationNo,
  ])
  await client.ask(withdrawApplicationCall, { body: { loanNo } })
  await api.runJobs()
  return { client, loanNo, applicationNo }
}

/** A loan that was paid off by a debit on March 20, settled and checked; its period runs from `end`. */
export async function paidOffLoan(api: TestApi, state = 'DE') {
  const days = moneyDays(api)
  // The state of residence, which decides the period, is noted as the form is saved.
  const loan = await days.fundOne({
    isStored: false,
    personal: { state, zip: state === 'DE' ? '19801' : '83702' },
  })
  await days.collect(PAYDAYS[0])
  days.at('2026-03-19', '09:00')
  const [first] = await debitsOf(api, loan)
  assert(first !== undefined, 'a payment was collected')
  const on = addDays(first.effectiveDate, 7)
  await planConfirmed(api, loan, { purpose: 'payOff', on, amount: await payoffAmountOn(api, loan, on) })
  await days.batch('2026-03-19')
  await days.settle('2026-03-20')
  await days.settle('2026-03-25')
  await api.runJobs()
  const ended = await findLoan(api.database.db, loan)
  assert(ended?.status === LoanStatus.terminated && ended.subStatus === 'paidOff', 'the loan is paid off')
  return { days, loan, first, end: api.clock.now() }
}
