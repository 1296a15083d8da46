import { HomeFlag } from '@dolphin/domain/loan/home-flag'
import { ContinueFace } from './continue-face.tsx'
import type { HomeLoans } from './home-page.tsx'
import { ProgressFace } from './progress-face.tsx'
import { RepairFace } from './repair-face.tsx'
import { RepaymentFace } from './repayment-face.tsx'
import { StartFace } from './start-face.tsx'
import { UnsignedFace } from './unsigned-face.tsx'

interface HomeFaceProps {
  loans: HomeLoans
  reread: () => void
}

/** The six faces of the home page (product.md §4). Without a loan there is nothing to go on with. */
export function HomeFace({ loans: { homeFlag, loans }, reread }: HomeFaceProps) {
  const [newest] = loans
  if (homeFlag === HomeFlag.repaymentLoan) return <RepaymentFace />
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
