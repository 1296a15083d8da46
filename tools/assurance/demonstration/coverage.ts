import { STAFF_REVIEWS } from '@dolphin/domain/loans/review-status'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import type { Database } from '@dolphin/database/driver/open'

/**
 * Kinds of work item that a demonstration has open on its last day. Held funding is one more where it began on a banking
 * day. Two need what no demonstration has: money becomes stranded only by damage, for every posting plans the refund or
 * opens an item that says why not; and a job is given up after a minute of real time, in which its tries fail.
 */
const SHOWN_WORK = [
  'unmatchedReturn',
  'refusedReturn',
  'entryQuarantined',
  'unreadBankEntry',
  'fileQuarantined',
  'returnSentBack',
  'returnForReview',
  'returnDisputed',
  'returnRateOver',
  'failedRefund',
  'creditReversal',
  'failedReversal',
  'receiptToCheck',
  'undeliveredNotice',
  'sendingRefused',
  'unreadReturnMail',
  'revocationToCheck',
  'textOfSeveral',
  'amendmentNotSigned',
  'documentsReceived',
  'documentsOverdue',
  'strandedLoan',
  'failedRound',
  'bankNotEnabled',
  'bankLinkEnded',
  'otherAccountLinked',
  'otherAccountAllowed',
  'dataRequest',
  'applicationToReview',
  'messageToAnswer',
  'loanPastDue',
  'legalFactNoted',
] as const

/** What an employee would look for in vain: statuses of loans, reviews, kinds of work, queues. */
export async function emptyPlaces({ executeSql }: Pick<Database, 'executeSql'>): Promise<readonly string[]> {
  const found = async (text: string): Promise<ReadonlySet<unknown>> =>
    new Set((await executeSql(text)).rows.map((row) => (row as Readonly<Record<string, unknown>>)['what']))
  const statuses = await found('select distinct status as what from loans')
  const reviews = await found(
    `select distinct sub_status as what from loans where status = ${LoanStatus.originating}`,
  )
  const work = await found('select distinct kind as what from work_items where closed_at is null')
  const queues = await found(QUEUES)
  return [
    ...Object.entries(LoanStatus)
      .filter(([, code]) => !statuses.has(code))
      .map(([name]) => `status ${name}`),
    ...STAFF_REVIEWS.filter((review) => !reviews.has(review)).map((review) => `review ${review}`),
    ...SHOWN_WORK.filter((kind) => !work.has(kind)).map((kind) => `work ${kind}`),
    ...QUEUE_NAMES.filter((name) => !queues.has(name)).map((name) => `queue ${name}`),
  ]
}

/** Queues beside those of work items. */
const QUEUE_NAMES = ['messages', 'statements', 'approvals']

const QUEUES = `select 'messages' as what from secure_messages
  union select 'statements' from ibv_requests where provider = 'statement'
  union select 'approvals' from approvals where state = 'waiting'`
