import type { CallReply } from '@dolphin/contract/call'
import { noticeListCall } from '@dolphin/contract/notices'
import { listOwnDocuments, type StoredDocument } from '@dolphin/database/documents/document-repository'
import { listOwnMails, type StoredMail } from '@dolphin/database/notices/mail-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import type { NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { customerRoute, type RouteDefinition } from '../../http/route.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'

type Notice = CallReply<typeof noticeListCall>['notices'][number]

/** Notices that are kept as a document too. */
const DOCUMENT_OF_NOTICE: Readonly<Partial<Record<NoticeKind, DocumentType>>> = {
  adverseAction: DocumentType.adverseAction,
  counteroffer: DocumentType.adverseAction,
  agreementCopy: DocumentType.agreement,
  noia: DocumentType.noia,
}

/**
 * What was written to a customer about a loan, newest first (domain.md §11). Mails about the account stay in
 * the mailbox alone: they carry links and codes that open it.
 */
export function notificationRoutes(deps: Pick<Deps, 'database' | 'cipher'>): RouteDefinition[] {
  const { db } = deps.database
  return [
    customerRoute(noticeListCall, async ({ actor, query, portfolio }) => {
      if (query.loanNo !== undefined) {
        const loan = await findBorrowerLoan(db, actor, { loanNo: query.loanNo })
        if (!loan.ok) return loan
      }
      const documents = await listOwnDocuments(db, actor)
      const mails = await listOwnMails(db, deps.cipher, actor)
      const asked = mails.filter(({ loanNo }) =>
        query.loanNo === undefined ? loanNo !== null : loanNo === query.loanNo,
      )
      return ok({ notices: asked.map((mail) => noticeView(mail, documents, portfolio.timeZone)) })
    }),
  ]
}

/** The letter of a counteroffer names its decision; of a kind that goes once, the document names none. */
const hasOwnDocument = (kind: string, { about }: StoredDocument['evidence']): boolean =>
  (kind === 'counteroffer') === (about !== undefined)

function noticeView(mail: StoredMail, documents: readonly StoredDocument[], zone: string): Notice {
  const { mailId, kind, loanNo, subject, content, sentAt, recipient } = mail
  const typeOfNotice = DOCUMENT_OF_NOTICE[kind as NoticeKind]
  const document = documents.find(
    ({ documentType, loanNo: ofLoan, evidence }) =>
      documentType === typeOfNotice && ofLoan === loanNo && hasOwnDocument(kind, evidence),
  )
  return {
    noticeNo: mailId,
    kind,
    loanNo,
    subject,
    body: content.text,
    sentAt: isoInZone(sentAt, zone),
    sentTo: recipient,
    documentNo: document?.documentNo ?? null,
  }
}
