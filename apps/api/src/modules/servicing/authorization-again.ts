import { insertDebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { newServicingNo } from './servicing-number.ts'

/** A revocation taken back in time: the authorization holds again, as a new row. */
export async function grantAgain(unit: UnitOfWork, loaded: LoadedLoan, change: LoanChange): Promise<void> {
  const ended = loaded.authorizations.findLast(({ revokedFor }) => revokedFor === `change ${change.changeNo}`)
  if (ended === undefined) return
  const { revokedAt: _at, revokedBy: _by, revokedFor: _for, ...authorization } = ended
  const authorizationNo = await newServicingNo(unit, 'A')
  await insertDebitAuthorization(unit.tx, { ...authorization, authorizationNo, grantedAt: unit.now })
}
