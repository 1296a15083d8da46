import { DocumentType } from '@dolphin/domain/documents/document-type'
import type { CallValue } from '../api-client/call.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'

type Documents = CallValue<'documentList'>
type Notices = CallValue<'noticeList'>

/** A signed agreement, its schedule, and a notice of two loans. */
export const someDocuments = (): Documents => ({
  documents: [
    {
      documentNo: 'D-1',
      loanNo: '118-0000017',
      documentType: DocumentType.agreement,
      title: inPageLanguage({ en: 'Loan agreement', es: 'Contrato de préstamo' }),
      createdAt: '2026-03-05T12:00:00-05:00',
      signedAt: '2026-03-05T12:04:00-05:00',
      bytes: 182_000,
      sha256: 'ab'.repeat(32),
    },
    {
      documentNo: 'D-2',
      loanNo: null,
      documentType: DocumentType.agreement,
      title: inPageLanguage({ en: 'Payoff letter of today', es: 'Carta de pago total de hoy' }),
      createdAt: '2026-03-10T09:00:00-04:00',
      signedAt: null,
      bytes: 0,
      sha256: null,
    },
  ],
})

/** Two notices, one of them with a document. */
export const someNotices = (): Notices => ({
  notices: [
    {
      noticeNo: 'N-2',
      kind: 'disbursementSent',
      loanNo: '118-0000017',
      subject: inPageLanguage({ en: 'Your money is on its way', es: 'Su dinero está en camino' }),
      body: inPageLanguage({
        en: 'We sent $500.00 to your account.\n\nIt arrives on March 6.',
        es: 'Enviamos $500.00 a su cuenta.\n\nLlega el 6 de marzo.',
      }),
      sentAt: '2026-03-05T18:00:00-05:00',
      sentTo: 'ann@example.com',
      documentNo: null,
    },
    {
      noticeNo: 'N-1',
      kind: 'agreementCopy',
      loanNo: '118-0000017',
      subject: inPageLanguage({ en: 'Your signed agreement', es: 'Su contrato firmado' }),
      body: inPageLanguage({ en: 'A copy of your agreement.', es: 'Una copia de su contrato.' }),
      sentAt: '2026-03-05T12:05:00-05:00',
      sentTo: 'ann@example.com',
      documentNo: 'D-1',
    },
  ],
})
