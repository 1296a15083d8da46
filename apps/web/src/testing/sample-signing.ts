import { agreementDocument } from '@dolphin/domain/document/agreement'
import { DocumentType } from '@dolphin/domain/document/document-type'
import { sampleAgreement } from '@dolphin/domain/document/sample-agreement'
import { SignStatus } from '@dolphin/domain/loan/sign-status'
import { ConsentKind } from '@dolphin/domain/portfolio/consent-template'
import type { CallValue } from '../api-client/call.ts'

export type SigningDetails = Extract<CallValue<'getRequestDetails'>, { purpose: 'signature' }>

/** How a signing stands, by its request code. */
export const aSigningStatus = (
  requestCode: string,
  signStatus: SignStatus,
): CallValue<'getRequestStatus'> => ({
  requestCode,
  purpose: 'signature',
  ibvStatus: null,
  signStatus,
  text: '',
  final: signStatus !== SignStatus.notSigned && signStatus !== SignStatus.suspended,
  expiresAt: '2026-03-12T12:00:00-05:00',
  way: null,
  reason: null,
  rungs: [],
})

const consent = (kind: ConsentKind, required: boolean) => ({
  kind,
  version: 1,
  required,
  label: `Label of ${kind}`,
  title: `Title of ${kind}`,
  summary: `What ${kind} comes to.`,
  text: 'First paragraph.\n\nSecond paragraph.',
  given: false,
  givenAt: null,
  outdated: false,
})

/** A signing of the sample agreement, by default with the consent to electronic records already given. */
export const aSigning = (overrides: Partial<SigningDetails> = {}): SigningDetails => ({
  purpose: 'signature',
  requestCode: 'R-1',
  loanNo: '118-0000017',
  signStatus: SignStatus.notSigned,
  expiresAt: '2026-03-12T12:00:00-05:00',
  signerName: 'Ann Example',
  documents: [
    {
      documentNo: 'D-1',
      documentType: DocumentType.agreement,
      title: 'Loan agreement',
      sha256: 'ab'.repeat(32),
      model: agreementDocument(sampleAgreement()),
    },
  ],
  keyFigures: [
    { label: 'You receive', value: '$500.00', description: 'Into your bank account.' },
    { label: 'You pay back', value: '$926.00', description: 'In all.' },
  ],
  consents: [consent(ConsentKind.electronicRecords, true), consent(ConsentKind.achAuthorization, false)],
  electronicConsentGiven: true,
  proofDocumentNo: 'P-1',
  ...overrides,
})
