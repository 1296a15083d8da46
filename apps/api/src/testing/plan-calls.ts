import {
  calculatePaymentScheduleCall,
  compareTransactionFeeCall,
  getPaymentOptionCall,
  savePaymentOptionCall,
} from '@dolphin/contract/plans'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import type { TestClient } from './test-client.ts'

const TERMS = {
  amount: '300.00',
  frequency: PayrollFrequency.biWeekly,
  number: 10,
  firstDate: '2026-03-13',
} as const

/** The codes that the calls about a loan's plans answer: shown, previewed, compared and saved. */
export async function planCodes(client: TestClient, loanNo: string): Promise<number[]> {
  const preview = { loanNo, terms: TERMS, mode: FormActionMode.preview } as const
  const answers = [
    await client.call(getPaymentOptionCall, { query: { loanNo } }),
    await client.call(calculatePaymentScheduleCall, { body: preview }),
    await client.call(compareTransactionFeeCall, { body: { loanNo, planA: TERMS, planB: TERMS } }),
    await client.call(savePaymentOptionCall, { body: { loanNo, terms: TERMS } }),
  ]
  return answers.map(({ code }) => code)
}
