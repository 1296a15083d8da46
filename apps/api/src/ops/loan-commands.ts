import type { CallReply } from '@dolphin/contract/call'
import { loanTimelineCall } from '@dolphin/contract/calls/operations/loan-timeline'
import { verifyLedgerCall } from '@dolphin/contract/calls/operations/verify-ledger'
import { type Command, oneWord } from './command.ts'
import { shortInstant, textTable } from './text-table.ts'

type Timeline = CallReply<typeof loanTimelineCall>

const showLoan: Command['run'] = async (client, input) => {
  const loanNo = oneWord(input, 'loan number')
  const data = await client.ask(loanTimelineCall, { params: { loanNo } })
  return { data, text: timelineText(data) }
}

function timelineText({ loan, events, transactions, documents }: Timeline): string {
  const place = [loan.loanStatus, loan.subStatus].filter((part) => part !== null).join(' ')
  return [
    `${loan.loanNo}  ${loan.customerName}  ${place}  tracker ${loan.trackerStep ?? '-'}`,
    '',
    textTable(
      ['When', 'What', 'From', 'To', 'Who', 'Why'],
      events.map(({ at, event, from, to, actor, cause }) => [
        shortInstant(at),
        event,
        from ?? '',
        to ?? '',
        actor,
        cause,
      ]),
    ),
    '',
    textTable(
      ['Money', 'Type', 'Amount', 'Effective', 'Status', 'Trace'],
      transactions.map(({ transactionNo, type, amount, effectiveDate, status, traceNumber }) => [
        transactionNo,
        String(type),
        amount,
        effectiveDate,
        String(status),
        traceNumber ?? '',
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
  {
    name: 'ledger verify',
    usage: '<loanNo>',
    help: 'postings, balances, and whether nothing was changed; exits with 1 where something was',
    async run(client, input) {
      const loanNo = oneWord(input, 'loan number')
      const data = await client.ask(verifyLedgerCall, { params: { loanNo } })
      const sound = data.intact && data.loanTotal === '0.00' && data.bookTotal === '0.00'
      const postings = data.postings.flatMap(({ sequence, kind, effectiveDate, entries }) =>
        entries.map(({ account, amount }, line) => [
          line === 0 ? String(sequence) : '',
          line === 0 ? kind : '',
          line === 0 ? effectiveDate : '',
          account,
          amount,
        ]),
      )
      const text = [
        textTable(['No', 'Posting', 'Effective', 'Account', 'Amount'], postings),
        '',
        textTable(
          ['Account', 'Balance'],
          data.balances.map(({ account, balance }) => [account, balance]),
        ),
        '',
        `Chain ${data.intact ? 'intact' : 'BROKEN'}; the loan sums to ${data.loanTotal}, the book to ${data.bookTotal}.`,
      ].join('\n')
      return { data, text, failed: !sound }
    },
  },
]
