import { requestDocumentsCall, uploadRequestedDocumentCall } from '@dolphin/contract/document-requests'
import { requestMyDataCall } from '@dolphin/contract/my-data'
import { runBatchCall } from '@dolphin/contract/payments'
import { resolveExceptionCall } from '@dolphin/contract/returns'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { ok } from '@dolphin/domain/outcome'
import { sampleJpeg } from '@dolphin/integrations/statement/sample-statements'
import { SYSTEM_ACTOR } from '@dolphin/api/http/actor'
import { importInboxFile } from '@dolphin/api/modules/payments/returns/import-file'
import { bankFile } from '@dolphin/api/testing/bank-returns'
import { moneyDays } from '@dolphin/api/testing/money-days'
import { takeDelivery } from '@dolphin/api/modules/notices/delivery-intake'
import { reportNotice } from '@dolphin/api/testing/undelivered-notices'
import {
  accountOf,
  type Cases,
  confirmAs,
  employeeOf,
  PORTFOLIO,
  REVIEWED,
  signedForReview,
} from './cases.ts'
import { reverseAndConfirm, sentEntries } from './entries.ts'

const ANSWER_DAYS = 15
const SERIAL = 23

/** What came on the last day, beside what borrowers ask: of documents, of the bank, of the mail. */
export async function makeLastCases(cases: Cases): Promise<number> {
  const made = [
    await sendDocuments(cases),
    await askForCorrection(cases),
    await callBackCredit(cases),
    await disputeReturn(cases),
    await sendReturnBack(cases),
    await loseEntries(cases),
    await bounceNotice(cases),
    await refuseSender(cases),
    await cutFiles(cases),
  ]
  return made.filter(Boolean).length
}

/** A borrower sent the document that an underwriter had asked for. */
async function sendDocuments(cases: Cases): Promise<boolean> {
  const { api, today } = cases
  const signed = await signedForReview(cases, 'user_lenders')
  if (signed === undefined) return false
  const { client, loanNo } = signed
  const underwriter = await employeeOf(api, 'underwriter')
  const body = {
    loanNo,
    documentTypes: [101 as const],
    note: 'The name on your bank account differs from yours.',
    answerBy: formatLocalDate(addDays(today, ANSWER_DAYS)),
  }
  const { requests } = await underwriter.ask(requestDocumentsCall, { body })
  const file = { name: 'license.jpg', type: 'image/jpeg', bytes: sampleJpeg() }
  for (const { requestNo } of requests)
    await client.ask(uploadRequestedDocumentCall, { body: { loanNo, requestNo } }, { file })
  return true
}

async function askForCorrection(cases: Cases): Promise<boolean> {
  const client = await accountOf(cases, cases.next())
  const details = 'My last name is spelled with one n.'
  await client.ask(requestMyDataCall, { body: { kind: 'correction', details } })
  return true
}

/** Money that went to the wrong account is called back. */
async function callBackCredit(cases: Cases): Promise<boolean> {
  const note = 'The account number was that of another borrower.'
  for (const entry of await sentEntries(cases, { type: TransactionType.credit, within: 5 }))
    if (await reverseAndConfirm(cases, entry, { reason: 'receiver', note })) return true
  return false
}

/** The borrower’s bank disputes that a payment came back rightly. */
async function disputeReturn(cases: Cases): Promise<boolean> {
  const [debit] = await sentEntries(cases, { type: TransactionType.debit, within: 20 })
  if (debit === undefined) return false
  const fileName = `RET-${formatLocalDate(cases.today)}-6.ach`
  await moneyDays(cases.api).bankSaysNow([{ transaction: debit, code: 'R61' }], SERIAL, fileName)
  return true
}

/** A return that is none of ours goes back to the bank with the next file. */
async function sendReturnBack({ api }: Cases): Promise<boolean> {
  const items = await listOpenWorkItems(api.database.db, { portfolioId: PORTFOLIO, kind: 'unmatchedReturn' })
  const cash = await employeeOf(api, 'cash')
  for (const { workItemNo } of items) {
    const note = 'The bank says that it was meant for another lender.'
    const body = { act: 'sendBack' as const, workItemNo, code: 'R61' as const, note }
    const { data } = await cash.call(resolveExceptionCall, { body })
    if (!('approval' in data)) continue
    await confirmAs(api, 'accounting', data.approval)
    return true
  }
  return false
}

/** A file of returns came without the records of its entries: what it says of a payment cannot be applied. */
async function loseEntries(cases: Cases): Promise<boolean> {
  const { api, today } = cases
  const debit = (await sentEntries(cases, { type: TransactionType.debit, within: 10 })).at(-1)
  if (debit === undefined) return false
  const whole = Buffer.from(bankFile([{ transaction: debit, code: 'R01' }], { serial: SERIAL, day: today }))
  const bytes = Buffer.from(whole.toString('latin1').replaceAll(/^6.*\n/gm, ''), 'latin1')
  const fileName = `RET-${formatLocalDate(today)}-7.ach`
  const days = moneyDays(api)
  await importInboxFile(days.money, [days.data()], { fileName, bytes, actor: SYSTEM_ACTOR })
  return true
}

/** The newest notice of a loan came back: there is no such mailbox. */
async function bounceNotice({ api }: Cases): Promise<boolean> {
  const noticeId = await newestAccepted(api)
  return noticeId !== undefined && (await reportNotice(api, noticeId, 'failedHard')) === 'taken'
}

/** The one before it came back because of us: the lender's domain does not authenticate. It waits and is sent again. */
async function refuseSender({ api }: Cases): Promise<boolean> {
  const noticeId = await newestAccepted(api)
  if (noticeId === undefined) return false
  const report = { event: 'failedByUs', status: '5.7.26', mailboxFull: false, evidence: null } as const
  const taken = await api.deps.units.write(async (unit) =>
    ok(
      await takeDelivery(
        api.deps,
        unit,
        { portfolioId: PORTFOLIO, noticeId },
        { ...report, eventId: 'mailbox/failedByUs', source: 'mailbox' },
      ),
    ),
  )
  return taken.ok && taken.value === 'taken'
}

async function newestAccepted(api: Cases['api']): Promise<string | undefined> {
  const { rows } = await api.database.executeSql(
    `select notice_id from outbox where portfolio_id = $1 and loan_no is not null and delivery = 'accepted'
       order by created_at desc, notice_id limit 1`,
    [PORTFOLIO],
  )
  const noticeId = rows[0]?.['notice_id']
  return typeof noticeId === 'string' ? noticeId : undefined
}

/**
 * Cash cuts the files of the lender whose loans are reviewed: with them is found what waits too long for a signature. On
 * a day without a batch its next one finds it.
 */
async function cutFiles({ api }: Cases): Promise<boolean> {
  const cash = await employeeOf(api, 'cash')
  return (await cash.call(runBatchCall, { body: { portfolioId: REVIEWED } })).code === 1
}
