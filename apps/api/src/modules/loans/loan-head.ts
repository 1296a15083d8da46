import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import type { loanHead } from '@dolphin/contract/shapes/loan-head'
import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { z } from 'zod'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { readStep } from './loan-moves.ts'

export type LoanHead = z.output<typeof loanHead>

/** A loan as operations see it: whose it is and where it stands. */
export async function headOf(executor: Executor, cipher: FieldCipher, loan: Loan): Promise<LoanHead> {
  const { loanNo, applicationNo, portfolioId, status, subStatus } = loan
  const customerName = await nameOf(executor, cipher, loan)
  return {
    loanNo,
    applicationNo,
    portfolioId,
    customerName,
    loanStatus: status,
    subStatus,
    reviewStatus: reviewStatusOf(loan),
    trackerStep: await readStep(executor, loan),
  }
}

/** As the applicant wrote it; the account's name while the personal section is empty. */
async function nameOf(executor: Executor, cipher: FieldCipher, loan: Loan): Promise<string> {
  const applicant = applicantOf(await loadAnswers(executor, cipher, loan))
  if (applicant !== undefined) return `${applicant.firstName} ${applicant.lastName}`
  return (await borrowerAddress(executor, cipher, loan))?.fullName ?? ''
}
