import type { HomeLoan } from './home-page.tsx'
import { homeText } from './messages.ts'
import { NextStep } from './next-step.tsx'

/** Flag 6 goes before all: money could not move until bank or payroll details are mended. */
export function RepairFace({ loan }: { loan: HomeLoan | undefined }) {
  return (
    <NextStep
      icon="warning"
      title={homeText('repairTitle')}
      lead={homeText('repairLead')}
      href={loan?.next ?? '/disbursement/loan-application'}
      label={homeText('repair')}
    />
  )
}
