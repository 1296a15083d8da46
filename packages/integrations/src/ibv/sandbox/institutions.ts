import type { Institution } from '../provider.ts'

/** A made-up bank at the sandbox bank link, under a routing number that passes the check digit. */
export type SandboxInstitution = Institution & {
  readonly routingNumber: string
  readonly city: string
  readonly state: string
}

/** The bank whose page opens where none is chosen. */
export const SANDBOX_BANK: SandboxInstitution = {
  institutionId: 'sandbox-community',
  name: 'Sandbox Community Bank',
  routingNumber: '123456780',
  city: 'Portland',
  state: 'OR',
  isUp: true,
}

/** Banks that the sandbox bank link lists; one of them is always down. None is a real institution's name. */
export const SANDBOX_INSTITUTIONS: readonly SandboxInstitution[] = [
  SANDBOX_BANK,
  ...(
    [
      ['sampleton-savings', 'Sampleton Savings Bank', '231009906', 'Dover', 'DE', true],
      ['demo-valley', 'Demo Valley Credit Union', '324007718', 'Boise', 'ID', true],
      ['exampleton', 'Exampleton Bank', '081008827', 'St. Louis', 'MO', false],
      ['placeholder-trust', 'Placeholder Trust', '275006635', 'Madison', 'WI', true],
      ['mock-harbor', 'Mock Harbor Bank', '124005541', 'Reno', 'NV', true],
    ] as const
  ).map(([institutionId, name, routingNumber, city, state, isUp]) => ({
    institutionId,
    name,
    routingNumber,
    city,
    state,
    isUp,
  })),
]

/** The bank of that id; the first one where none is named. */
export const sandboxInstitution = (institutionId: string | null): SandboxInstitution | undefined =>
  institutionId === null
    ? SANDBOX_BANK
    : SANDBOX_INSTITUTIONS.find((one) => one.institutionId === institutionId)
