import type { PostalAddress } from '@dolphin/domain/portfolios/portfolio'
import type { Applicant } from './applicant.ts'

/** The applicant's address as it is written on an envelope: the unit stands behind the street. */
export function mailingAddress({ address }: Pick<Applicant, 'address'>): PostalAddress {
  const { street, unit, city, state, zip } = address
  return { street: unit === null ? street : `${street}, ${unit}`, city, state, zip }
}
