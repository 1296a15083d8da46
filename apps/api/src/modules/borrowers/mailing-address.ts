import type { PostalAddress } from '@dolphin/domain/portfolios/portfolio'
import type { Applicant } from './applicant.ts'

/** The applicant's address as it is written on an envelope: unit and urbanization stand behind the street. */
export function mailingAddress({ address }: Pick<Applicant, 'address'>): PostalAddress {
  const { street, unit, urbanization, city, state, zip } = address
  const lines = [street, unit, urbanization].filter((line) => line !== null)
  return { street: lines.join(', '), city, state, zip }
}
