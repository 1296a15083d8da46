import { suspendLoanCall } from '@dolphin/contract/servicing-staff'
import type { TestApi } from '../api-fixture.ts'
import { signInEmployee } from '../employees.ts'

/** Credit counseling: the borrower tells the lender of it, and payments rest. */
const COUNSELING = 'cccs'

/** An employee suspends a loan whose borrower called, or lets its payments go on; answers the code. */
export async function pausePayments(api: TestApi, loanNo: string, isPause: boolean): Promise<number> {
  const employee = await signInEmployee(api)
  const note = isPause ? 'told by telephone: in credit counseling' : 'told by telephone: it goes on'
  const body = { loanNo, subStatus: isPause ? COUNSELING : null, note } as const
  return (await employee.call(suspendLoanCall, { body })).code
}
