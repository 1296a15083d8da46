import { HomeFlag } from '@dolphin/domain/loans/codes'
import type { ReactNode } from 'react'
import { ContinueView } from './continue-view.tsx'
import type { HomeLoan, HomeLoans } from './home-page.tsx'
import { ProgressView } from './progress-view.tsx'
import { RepairView } from './repair-view.tsx'
import { RepaymentView } from './repayment-view.tsx'
import { StartView } from './start-view.tsx'
import { UnsignedView } from './unsigned-view.tsx'

interface HomeViewProps {
  loans: HomeLoans
  reread: () => void
  /** What stands below; it comes once the face does, so that it is not pushed away again. */
  children: ReactNode
}

/** The six faces of the home page (product.md §4), and what stands below. */
export function HomeView({ loans: { homeFlag, loans }, reread, children }: HomeViewProps) {
  if (homeFlag === HomeFlag.repaymentLoan) return <RepaymentView>{children}</RepaymentView>
  return (
    <>
      <ViewBeforeRepayment homeFlag={homeFlag} newest={loans[0]} reread={reread} />
      {children}
    </>
  )
}

interface ViewBeforeRepaymentProps {
  homeFlag: Exclude<HomeFlag, typeof HomeFlag.repaymentLoan>
  newest: HomeLoan | undefined
  reread: () => void
}

/** Without a loan there is nothing to go on with. */
function ViewBeforeRepayment({ homeFlag, newest, reread }: ViewBeforeRepaymentProps) {
  if (homeFlag === HomeFlag.repairInformation) return <RepairView loan={newest} reread={reread} />
  if (homeFlag === HomeFlag.noLoanAmount || newest === undefined) return <StartView loan={newest} />
  switch (homeFlag) {
    case HomeFlag.prepareApplication:
      return <ContinueView loan={newest} reread={reread} />
    case HomeFlag.unsigned:
      return <UnsignedView loan={newest} reread={reread} />
    case HomeFlag.inProgress:
      return <ProgressView loan={newest} reread={reread} />
  }
}
