import type { Loan } from '@dolphin/database/loans/loan-repository'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { Payout } from '@dolphin/domain/disbursement/payout'
import { addressLine } from '@dolphin/domain/documents/party'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { loadAnswers } from '../borrowers/answers.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { applicantOf } from '../borrowers/applicant.ts'
import { mailingAddress } from '../borrowers/mailing-address.ts'
import type { NewTermsDeps } from '../payments/notify-new-terms.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** A check that is planned, with its days. */
interface PlannedCheck {
  readonly transactionNo: string
  readonly amount: Cents
  readonly payout: Payout
}

/** Says when a check is mailed, to which address, and when it counts as paid out; nothing of any other payout. */
export async function notifyCheckMailed(
  deps: NewTermsDeps,
  unit: UnitOfWork,
  loan: Loan,
  { transactionNo, amount, payout: { mailedOn, arrivesOn } }: PlannedCheck,
): Promise<void> {
  const applicant = applicantOf(await loadAnswers(unit.tx, deps.cipher, loan))
  if (mailedOn === null || applicant === undefined) return
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: 'checkMailed',
    dedupKey: `checkMailed/${transactionNo}`,
    values: {
      ...values,
      amount: formatCurrency(amount),
      mailedOn: writtenDay(mailedOn),
      arrivalDate: writtenDay(arrivesOn),
      address: addressLine(mailingAddress(applicant)),
    },
  })
}
