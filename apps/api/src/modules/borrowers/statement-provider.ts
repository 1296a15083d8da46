import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'

/** Stands in a request's provider where a statement was uploaded instead of a bank linked. */
export const STATEMENT_PROVIDER = 'statement'

/** Stands there where the borrower asked for a person, with nothing to upload. */
export const PERSON_PROVIDER = 'person'

/** Through what an income is verified. Source: domain.md §5, list of fallback options. */
export type VerificationWay = 'bank' | 'statement' | 'person'

export function verificationWay({ provider }: Pick<IbvRequest, 'provider'>): VerificationWay {
  return provider === STATEMENT_PROVIDER || provider === PERSON_PROVIDER ? provider : 'bank'
}
