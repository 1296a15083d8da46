import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { listDecisionsOfLoan } from '@dolphin/database/decisions/decision-repository'
import { listDocumentsOfLoan, type StoredDocument } from '@dolphin/database/documents/document-repository'
import { listPlanNumbers } from '@dolphin/database/examiner/export-repository'
import { listLoanMoves, type Loan } from '@dolphin/database/loans/loan-repository'
import { listOwnMails } from '@dolphin/database/notices/mail-repository'
import { listDeliveryEvents, listDeliveryOfLoan } from '@dolphin/database/notices/delivery-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { listPaperNoticesOfLoan, type PaperNotice } from '@dolphin/database/notices/paper-notice-repository'
import { findPlan } from '@dolphin/database/plans/plan-repository'
import { listTransactionMoves, listTransactions } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { loanPlace } from '@dolphin/domain/loans/loan-life'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { ArchiveFile } from '@dolphin/integrations/archive/zip-stream'
import { documentsForStaff } from '../documents/document-vault.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import type { DecisionOnFile } from '../decisions/decision-on-file.ts'
import { csvFile, jsonFile, withoutNumbers } from '@dolphin/integrations/archive/table-files'
import type { Deps } from '../../deps.ts'

const when = (at: Date | null): string => (at === null ? '' : isoInZone(at, NEW_YORK))

/** How a loan came about: answers, decisions with the trace of their rules, and every plan with its disclosure. */
export async function* originationFiles(
  { database: { db }, cipher }: Deps,
  loan: Loan,
  folder: string,
): AsyncGenerator<ArchiveFile> {
  const { sections } = await loadAnswers(db, cipher, loan)
  yield jsonFile(
    `${folder}/application.json`,
    withoutNumbers(
      [...sections.values()].map(({ sectionKey, answers, complete, formVersion, version, updatedAt }) => ({
        section: sectionKey,
        formVersion,
        version,
        complete,
        updatedAt: when(updatedAt),
        answers,
      })),
    ),
  )
  const decisions = await listDecisionsOfLoan<DecisionOnFile>(db, cipher, loan)
  yield jsonFile(
    `${folder}/decisions.json`,
    withoutNumbers(
      decisions.map(({ decisionNo, decidedAt, decision }) => ({
        decisionNo,
        decidedAt: when(decidedAt),
        ...decision,
      })),
    ),
  )
  yield jsonFile(`${folder}/disclosures.json`, await plansOf({ db }, loan))
}

async function plansOf({ db }: Pick<Deps['database'], 'db'>, loan: Loan): Promise<unknown[]> {
  const plans: unknown[] = []
  for (const planNo of await listPlanNumbers(db, loan)) {
    const found = await findPlan(db, loan.portfolioId, planNo)
    if (found === undefined) continue
    const { plan, installments } = found
    plans.push({
      ...plan,
      firstDate: formatLocalDate(plan.firstDate),
      lastDate: formatLocalDate(plan.lastDate),
      amountsIn: 'cents',
      installments: installments.map(({ dueDate, ...one }) => ({
        ...one,
        dueDate: formatLocalDate(dueDate),
      })),
    })
  }
  return plans
}

/** What was told and what happened: notices as sent, history, and the audit with its hash chain. */
export async function* historyFiles(
  { database: { db }, cipher, objects }: Deps,
  loan: Loan,
  folder: string,
): AsyncGenerator<ArchiveFile> {
  const { portfolioId, loanNo, openId } = loan
  const mails = openId === null ? [] : await listOwnMails(db, cipher, { portfolioId, openId })
  const states = await listDeliveryOfLoan(db, loan)
  yield jsonFile(
    `${folder}/notices.json`,
    mails
      .filter((mail) => mail.loanNo === loanNo)
      .map(({ mailId, kind, channel, subject, content, sentAt }) => ({
        mailId,
        kind,
        channel,
        subject,
        sentAt: when(sentAt),
        delivery: states.get(mailId) ?? null,
        text: content.text,
      }))
      .toReversed(),
  )
  const letters = await listPaperNoticesOfLoan(db, cipher, loan)
  yield await deliveryFile(db, loan, folder, letters)
  yield* letterFiles({ objects }, folder, letters)
  yield await movesFile({ db }, loan, folder)
  yield csvFile(
    `${folder}/audit.csv`,
    ['sequence', 'at', 'action', 'actor', 'facts', 'previousHash', 'hash'],
    (await listAudit(db, portfolioId, loanNo)).map((one) => [
      one.sequence,
      one.at.toISOString(),
      one.action,
      one.actor,
      JSON.stringify(one.facts),
      one.previousHash,
      one.hash,
    ]),
  )
}

const letterName = ({ noticeId }: Pick<PaperNotice, 'noticeId'>): string => `letters/${noticeId}.pdf`

/** Proof of delivery: each report about a notice, and what was printed and mailed. docs/facts/delivery.md §7. */
async function deliveryFile(
  db: Executor,
  loan: Loan,
  folder: string,
  letters: readonly PaperNotice[],
): Promise<ArchiveFile> {
  const reports = (await listDeliveryEvents(db, loan)).map(({ noticeId, at, source, event, status }) => ({
    at,
    cells: [noticeId, source, event, status, '', ''],
  }))
  const onPaper = letters.flatMap((one) => {
    const file = one.objectKey === null ? '' : letterName(one)
    return [
      { at: one.queuedAt, cells: [one.noticeId, 'paper', 'queued', '', '', ''] },
      ...(one.printedAt === null
        ? []
        : [{ at: one.printedAt, cells: [one.noticeId, 'paper', 'printed', '', one.printedBy, file] }]),
      ...(one.mailedAt === null
        ? []
        : [{ at: one.mailedAt, cells: [one.noticeId, 'paper', 'mailed', '', one.mailedBy, file] }]),
    ]
  })
  const all = [...reports, ...onPaper].toSorted((left, right) => left.at.getTime() - right.at.getTime())
  return csvFile(
    `${folder}/delivery.csv`,
    ['at', 'notice', 'source', 'event', 'status', 'by', 'file'],
    all.map(({ at, cells }) => [when(at), ...cells]),
  )
}

/** Each printed letter as it is stored: what was mailed, to the byte. */
async function* letterFiles(
  { objects }: Pick<Deps, 'objects'>,
  folder: string,
  letters: readonly PaperNotice[],
): AsyncGenerator<ArchiveFile> {
  for (const letter of letters) {
    const bytes = letter.objectKey === null ? undefined : await objects.get(letter.objectKey)
    if (bytes !== undefined) yield { name: `${folder}/${letterName(letter)}`, bytes }
  }
}

async function movesFile(
  { db }: Pick<Deps['database'], 'db'>,
  loan: Loan,
  folder: string,
): Promise<ArchiveFile> {
  const ofLoan = (await listLoanMoves(db, loan)).map((move) => ({
    at: move.at,
    cells: [
      loan.loanNo,
      move.fromStatus === null ? '' : loanPlace({ status: move.fromStatus, subStatus: move.fromSubStatus }),
      loanPlace({ status: move.toStatus, subStatus: move.toSubStatus }),
      move.cause,
      move.actor,
    ],
  }))
  const ofMoney = []
  for (const transaction of await listTransactions(db, loan))
    for (const move of await listTransactionMoves(db, transaction))
      ofMoney.push({
        at: move.at,
        cells: [transaction.transactionNo, move.fromStatus, move.toStatus, move.cause, move.actor],
      })
  const all = [...ofLoan, ...ofMoney].toSorted((left, right) => left.at.getTime() - right.at.getTime())
  return csvFile(
    `${folder}/history.csv`,
    ['at', 'of', 'from', 'to', 'cause', 'actor'],
    all.map(({ at, cells }) => [when(at), ...cells]),
  )
}

const PDF = 'application/pdf'
/** They hold numbers that the pack shows masked; the list names them. */
const NOT_COPIED: readonly DocumentType[] = [
  DocumentType.bankStatement,
  DocumentType.ssn,
  DocumentType.driverLicense,
]

const isCopied = ({ mediaType, documentType }: StoredDocument): boolean =>
  mediaType === PDF && !NOT_COPIED.includes(documentType)

/** The list of a loan's documents, and each PDF as it is stored. */
export async function* documentFiles(
  { database: { db }, objects }: Deps,
  loan: Loan,
  folder: string,
): AsyncGenerator<ArchiveFile> {
  const documents = documentsForStaff(await listDocumentsOfLoan(db, loan)).toReversed()
  yield csvFile(
    `${folder}/documents.csv`,
    ['documentNo', 'documentType', 'title', 'createdAt', 'sealedAt', 'sha256', 'mediaType', 'copied'],
    documents.map((one) => [
      one.documentNo,
      one.documentType,
      one.title,
      when(one.createdAt),
      when(one.sealedAt),
      one.sha256,
      one.mediaType,
      isCopied(one),
    ]),
  )
  for (const document of documents.filter(isCopied)) {
    const bytes = await objects.get(document.objectKey)
    if (bytes !== undefined) yield { name: `${folder}/documents/${document.documentNo}.pdf`, bytes }
  }
}
