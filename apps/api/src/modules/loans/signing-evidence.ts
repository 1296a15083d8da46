import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import { holderOf } from '@dolphin/database/driver/record-keys'
import { SIGNING_TEXTS } from '@dolphin/database/driver/sealed-columns'
import { sealText } from '@dolphin/database/driver/sealed-texts'
import type { SigningSession } from '@dolphin/database/agreements/signing-session-repository'

/** Where a step of a signing came from. */
export interface StepOrigin {
  readonly at: string
  readonly ip: string
  readonly userAgent: string
}

/** A signer's intent, fixed before the document is made: the same intent always makes the same document. */
export interface Reservation extends StepOrigin {
  /** Digest of documents, mark and choice: a repetition of the same request is known by it. */
  readonly intent: string
  readonly markKey: string
  readonly markKind: 'typed' | 'drawn'
  readonly achAuthorization: boolean
}

/** What is kept as proof of a signing, beside its row. */
export interface SigningSessionEvidence {
  /** By the borrower; absent of an amendment, which the lender sends. */
  readonly opened?: StepOrigin
  /** The change that an amendment is about; absent of an agreement. */
  readonly changeNo?: string
  /** Object that holds what the document was made of. */
  readonly inputKey: string
  readonly proofDocumentNo: string
  readonly proofCodeDigest: string
  readonly consent?: StepOrigin & {
    readonly proofCodeRead: true
    readonly consents: readonly string[]
    readonly achAuthorization: boolean
  }
  readonly declined?: StepOrigin & { readonly reason: string }
  readonly reservation?: Reservation
  readonly signed?: {
    readonly shownDocumentNo: string
    readonly shownSha256: string
    readonly sealedSha256: string
    readonly authorizationDocumentNo: string | null
  }
}

/** The evidence of a row; signing alone writes it. */
export const evidenceOf = ({ evidence }: Pick<SigningSession, 'evidence'>): SigningSessionEvidence =>
  evidence as unknown as SigningSessionEvidence

/** The number of the change that a signing is about; undefined where it is about an agreement. */
export const changeSigned = (signingSession: Pick<SigningSession, 'evidence'>): string | undefined =>
  evidenceOf(signingSession).changeNo

/** For storage: where its steps came from is sealed under the key of the loan's file. */
export function evidenceToStored(
  cipher: FieldCipher,
  loan: Pick<SigningSession, 'portfolioId' | 'loanNo'>,
  evidence: Partial<SigningSessionEvidence>,
): SigningSession['evidence'] {
  const stored: Record<string, unknown> = { ...evidence }
  for (const [step, field] of SIGNING_TEXTS) {
    const kept = stored[step]
    if (typeof kept !== 'object' || kept === null) continue
    const plain: unknown = Reflect.get(kept, field)
    if (typeof plain === 'string')
      stored[step] = { ...kept, [field]: sealText(cipher, holderOf(loan), plain) }
  }
  return stored
}
