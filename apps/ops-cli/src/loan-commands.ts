import type { CallReply } from '@dolphin/contract/call'
import { loanTimelineCall } from '@dolphin/contract/examiner'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { type Command, oneWord } from './command.ts'
import { shortInstant, textTable } from './text-table.ts'

type Timeline = CallReply<typeof loanTimelineCall>

const showLoan: Command['run'] = async (client, input) => {
  const loanNo = oneWord(input, 'loan number')
  const data = await client.ask(loanTimelineCall, { params: { loanNo } })
  return { data, text: timelineText(data) }
}

/** A code by its name, as the domain has it. */
const nameOf = (names: Readonly<Record<string, number>>, code: string | null): string =>
  Object.entries(names).find(([, value]) => String(value) === code)?.[0] ?? code ?? ''

/** What moved, from where and to where; money by its number and in words. */
function movedWords({ event, eventNo, from, to }: Timeline['events'][number]): string[] {
  if (event !== 'transactionStatus') return [event, from ?? '', to ?? '']
  const [transactionNo = ''] = eventNo.split('/')
  return [`money ${transactionNo}`, nameOf(TransactionStatus, from), nameOf(TransactionStatus, to)]
}

function timelineText({ loan, events, transactions, documents, postings }: Timeline): string {
  const place = [loan.loanStatus, loan.subStatus].filter((part) => part !== null).join(' ')
  return [
    `${loan.loanNo}  ${loan.customerName}  ${place}  tracker ${loan.trackerStep ?? '-'}`,
    '',
    textTable(
      ['When', 'What', 'From', 'To', 'Who', 'Why'],
      events.map((one) => [shortInstant(one.at), ...movedWords(one), one.actor, one.cause]),
    ),
    '',
    textTable(
      ['Money', 'Type', 'Amount', 'Effective', 'Status', 'Trace'],
      transactions.map(({ transactionNo, type, amount, effectiveDate, status, traceNumber }) => [
        transactionNo,
        nameOf(TransactionType, String(type)),
        amount,
        effectiveDate,
        nameOf(TransactionStatus, String(status)),
        traceNumber ?? '',
      ]),
    ),
    '',
    textTable(
      ['Posting', 'Kind', 'Code', 'Amount', 'State', 'Entered by', 'Confirmed by'],
      postings.map(({ postingNo, kind, changeTypeCode, amount, state, enteredBy, confirmedBy }) => [
        postingNo,
        kind,
        String(changeTypeCode),
        amount ?? '',
        state,
        enteredBy,
        confirmedBy ?? '',
      ]),
    ),
    '',
    textTable(
      ['Document', 'Title', 'Signed'],
      documents.map(({ documentNo, title, signedAt }) => [
        documentNo,
        title,
        signedAt === null ? '' : shortInstant(signedAt),
      ]),
    ),
  ].join('\n')
}

export const LOAN_COMMANDS: readonly Command[] = [
  {
    name: 'loan show',
    usage: '<loanNo>',
    help: 'everything that happened to a loan, in order',
    run: showLoan,
  },
  { name: 'review show', usage: '<loanNo>', help: 'the same, for a loan in review', run: showLoan },
  { name: 'loan', usage: '<loanNo>', help: 'the same, in short', run: showLoan },
]
