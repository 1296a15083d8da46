import { HomeFlag } from '@dolphin/domain/loans/codes'
import type { ReactNode } from 'react'
import { ContinueFace } from './continue-face.tsx'
import type { HomeLoan, HomeLoans } from './home-page.tsx'
import { ProgressFace } from './progress-face.tsx'
import { RepairFace } from './repair-face.tsx'
import { RepaymentFace } from './repayment-face.tsx'
import { StartFace } from './start-face.tsx'
import { UnsignedFace } from './unsigned-face.tsx'

interface HomeFaceProps {
  loans: HomeLoans
  reread: () => void
  /** What stands below; it comes once the face does, so that it is not pushed away again. */
  children: ReactNode
}

/** The six faces of the home page (product.md §4), and what stands below. */
export function HomeFace({ loans: { homeFlag, loans }, reread, children }: HomeFaceProps) {
  if (homeFlag === HomeFlag.repaymentLoan) return <RepaymentFace>{children}</RepaymentFace>
  return (
    <>
      <FaceBeforeRepayment homeFlag={homeFlag} newest={loans[0]} reread={reread} />
      {children}
    </>
  )
}

interface FaceBeforeRepaymentProps {
  homeFlag: Exclude<HomeFlag, typeof HomeFlag.repaymentLoan>
  newest: HomeLoan | undefined
  reread: () => void
}

/** Without a loan there is nothing to go on with. */
function FaceBeforeRepayment({ homeFlag, newest, reread }: FaceBeforeRepaymentProps) {
  if (homeFlag === HomeFlag.repairInformation) return <RepairFace loan={newest} reread={reread} />
  if (homeFlag === HomeFlag.noLoanAmount || newest === undefined) return <StartFace loan={newest} />
  switch (homeFlag) {
    case HomeFlag.prepareApplication:
      return <ContinueFace loan={newest} reread={reread} />
    case HomeFlag.unsigned:
      return <UnsignedFace loan={newest} reread={reread} />
    case HomeFlag.inProgress:
      return <ProgressFace loan={newest} reread={reread} />
  }
}
