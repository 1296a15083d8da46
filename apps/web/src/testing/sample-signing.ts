import { agreementDocument } from '@dolphin/domain/documents/agreement'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { sampleAgreement } from '@dolphin/domain/documents/sample-agreement'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import type { CallValue } from '../api-client/call.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'

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
  fallbacks: [],
})

const WORDS = {
  electronic: {
    label: { en: 'Electronic Records Consent', es: 'Consentimiento de registros electrónicos' },
    title: { en: 'Electronic records and signatures', es: 'Registros y firmas electrónicos' },
    summary: { en: 'You get your papers on this site.', es: 'Usted recibe sus papeles en este sitio.' },
  },
  debits: {
    label: { en: 'ACH Authorization', es: 'Autorización ACH' },
    title: { en: 'Automatic payments', es: 'Pagos automáticos' },
    summary: { en: 'We take each payment when it is due.', es: 'Cobramos cada pago cuando vence.' },
  },
}

const consent = (kind: ConsentKind, required: boolean, { label, title, summary }: typeof WORDS.debits) => ({
  kind,
  version: 1,
  required,
  label: inPageLanguage(label),
  title: inPageLanguage(title),
  summary: inPageLanguage(summary),
  text: inPageLanguage({
    en: 'First paragraph.\n\nSecond paragraph.',
    es: 'Primer párrafo.\n\nSegundo párrafo.',
  }),
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
      title: inPageLanguage({ en: 'Loan agreement', es: 'Contrato de préstamo' }),
      sha256: 'ab'.repeat(32),
      model: agreementDocument(sampleAgreement()),
    },
  ],
  keyFigures: [
    {
      label: inPageLanguage({ en: 'You receive', es: 'Usted recibe' }),
      value: '$500.00',
      description: inPageLanguage({ en: 'Into your bank account.', es: 'En su cuenta bancaria.' }),
    },
    {
      label: inPageLanguage({ en: 'You pay back', es: 'Usted devuelve' }),
      value: '$926.00',
      description: inPageLanguage({ en: 'In all.', es: 'En total.' }),
    },
  ],
  cost: { number: 13, totalOfPayments: '926.00', apr: '258.32' },
  consents: [
    consent(ConsentKind.electronicRecords, true, WORDS.electronic),
    consent(ConsentKind.achAuthorization, false, WORDS.debits),
  ],
  electronicConsentGiven: true,
  proofDocumentNo: 'P-1',
  ...overrides,
})
