import { DocumentType } from '@dolphin/domain/document/document-type'
import type { CallValue } from '../api-client/call.ts'

type Documents = CallValue<'documentList'>
type Notices = CallValue<'noticeList'>

/** A signed agreement, its schedule, and a notice of two loans. */
export const someDocuments = (): Documents => ({
  documents: [
    {
      documentNo: 'D-1',
      loanNo: '118-0000017',
      documentType: DocumentType.agreement,
      title: 'Loan agreement',
      createdAt: '2026-03-05T12:00:00-05:00',
      signedAt: '2026-03-05T12:04:00-05:00',
      bytes: 182_000,
      sha256: 'ab'.repeat(32),
    },
    {
      documentNo: 'D-2',
      loanNo: null,
      documentType: DocumentType.agreement,
      title: 'Payoff letter of today',
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
      subject: 'Your money is on its way',
      body: 'We sent $500.00 to your account.\n\nIt arrives on March 6.',
      sentAt: '2026-03-05T18:00:00-05:00',
      sentTo: 'ann@example.com',
      documentNo: null,
    },
    {
      noticeNo: 'N-1',
      kind: 'agreementCopy',
      loanNo: '118-0000017',
      subject: 'Your signed agreement',
      body: 'A copy of your agreement.',
      sentAt: '2026-03-05T12:05:00-05:00',
      sentTo: 'ann@example.com',
      documentNo: 'D-1',
    },
  ],
})
