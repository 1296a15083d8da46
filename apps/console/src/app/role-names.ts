import type { StaffRole } from '@dolphin/domain/staff/codes'

/** The roles as staff read them. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  support: 'Support',
  underwriter: 'Underwriter',
  collector: 'Collector',
  teamLead: 'Team lead',
  cash: 'Cash',
  accounting: 'Accounting',
  compliance: 'Compliance',
  portfolioManager: 'Portfolio manager',
  administrator: 'Administrator',
  auditor: 'Auditor',
}

/** "Underwriter, team lead". */
export function roleList(roles: readonly StaffRole[]): string {
  const names = [...new Set(roles)].map((role, index) =>
    index === 0 ? ROLE_NAMES[role] : ROLE_NAMES[role].toLowerCase(),
  )
  return names.join(', ')
}
