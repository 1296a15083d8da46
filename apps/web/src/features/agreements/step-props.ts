import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import type { CallValue } from '../../api-client/call.ts'
import type { SigningDraft } from './signing-draft.ts'

export type SigningDetails = Extract<CallValue<'getRequestDetails'>, { purpose: 'signature' }>

/** What each of the three steps is given. */
export interface StepProps {
  readonly details: SigningDetails
  readonly draft: SigningDraft
  readonly change: (part: Partial<SigningDraft>) => void
  /** Reads status and details again, because the server knows better than the page. */
  readonly reread: () => void
}

/** The separate choice about automatic payments, where the agreement offers it. */
export const automaticPaymentsOf = ({ consents }: SigningDetails) =>
  consents.find(({ kind }) => kind === ConsentKind.achAuthorization)
