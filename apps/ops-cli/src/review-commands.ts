import type { CallReply } from '@dolphin/contract/call'
import {
  approveLoanCall,
  counterLoanCall,
  declineLoanCall,
  passOnLoanCall,
  previewCounterCall,
  reviewQueueCall,
} from '@dolphin/contract/applications-staff'
import { showReviewCaseCall } from '@dolphin/contract/customer-files'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import {
  type Command,
  type CommandInput,
  type CommandResult,
  listOption,
  oneWord,
  portfolioOption,
  textOption,
  UsageError,
} from './command.ts'
import { type Entered, waitsText } from './approval-commands.ts'
import type { OpsClient } from './ops-client.ts'
import { shortInstant, textTable } from './text-table.ts'

type Head = Omit<CallReply<typeof declineLoanCall>, 'approval'>
type Approval = CallReply<typeof approveLoanCall>

const NOTE = { note: { type: 'string' } } as const
const REVIEWS = Object.values(OriginatingSubStatus).filter((one) => one !== 'autoValidation')

/** A loan after a step, in one line. */
export function headResult(done: string, head: Head): CommandResult {
  const place = [head.loanStatus, head.subStatus].filter((part) => part !== null).join(' ')
  return { data: head, text: `${head.loanNo} (${head.customerName}) ${done}: now ${place}` }
}

function approvalResult(client: OpsClient, approval: Approval): CommandResult {
  const { mode, newTermsReason } = approval
  if (approval.approval !== null) return enteredResult(client, 'approval', approval, approval.approval)
  const { text, data } = headResult(
    mode === FormActionMode.preview ? 'not approved yet' : 'approved',
    approval,
  )
  const note =
    newTermsReason === null
      ? ''
      : `\nThe borrower signs new dates before the money is sent: ${newTermsReason}`
  return { data, text: `${text}${note}` }
}

/** A decision above one's own limit waits for a colleague. */
function enteredResult(client: OpsClient, what: string, head: Head, entered: Entered): CommandResult {
  const text = `The ${what} of ${head.loanNo} (${head.customerName}) is above your limit and is entered.`
  return { data: head, text: `${text}\n${waitsText(client, entered)}` }
}

async function counterLoan(client: OpsClient, input: CommandInput): Promise<CommandResult> {
  const [amount, reasonCodes] = [textOption(input, 'amount'), listOption(input, 'reason')]
  if (amount === undefined) throw new UsageError('Name the amount: --amount 300.00')
  if (reasonCodes.length === 0) throw new UsageError('Name at least one reason: --reason CODE')
  const loanNo = oneWord(input, 'loan number')
  const { counter } = await client.ask(showReviewCaseCall, { params: { loanNo } })
  const order = { loanNo, amount, reasonCodes, decisionNo: counter?.decisionNo ?? '' }
  if (input.options['preview'] === true) {
    const { notice } = await client.ask(previewCounterCall, { body: order })
    const words = [notice.en, notice.es].map(({ subject, text }) => `${subject}\n\n${text}`)
    return { data: notice, text: words.join('\n\n') }
  }
  const body = { ...order, note: textOption(input, 'note') ?? '' }
  const data = await client.ask(counterLoanCall, { body })
  return data.approval === null
    ? headResult(`countered with up to ${amount}`, data)
    : enteredResult(client, 'counteroffer', data, data.approval)
}

const listReviews: Command = {
  name: 'review list',
  usage: '[--portfolio N] [--review NAME]',
  help: 'loans that wait for a person, longest first',
  options: { portfolio: { type: 'string' }, review: { type: 'string' } },
  async run(client, input) {
    const review = textOption(input, 'review')
    const subStatus = REVIEWS.find((one) => one === review)
    if (review !== undefined && subStatus === undefined)
      throw new UsageError(`A review is one of: ${REVIEWS.join(', ')}`)
    const data = await client.ask(reviewQueueCall, {
      query: { portfolioId: portfolioOption(input), subStatus },
    })
    const rows = data.loans.map(
      ({
        loanNo,
        customerName,
        subStatus: place,
        amount,
        signStatus,
        newTermsReason,
        waitingSince,
        takenBy,
      }) => [
        loanNo,
        customerName,
        place ?? '',
        amount ?? '',
        signStatus === 1 ? 'signed' : 'not signed',
        newTermsReason === null ? '' : 'new dates',
        shortInstant(waitingSince),
        takenBy?.name ?? '–',
      ],
    )
    const headings = [
      'Loan',
      'Customer',
      'Review',
      'Amount',
      'Signature',
      'If approved',
      'Waiting since',
      'Taken by',
    ]
    const more = data.after === null ? '' : '\nMore wait; decide these first.'
    return { data, text: `${textTable(headings, rows)}${more}` }
  },
}

export const REVIEW_COMMANDS: readonly Command[] = [
  listReviews,
  { ...listReviews, name: 'queue' },
  {
    name: 'approve',
    usage: '<loanNo> [--note TEXT] [--preview]',
    help: 'approve a loan in review; signed, its credit is planned at once, or its borrower signs new dates first; --preview only says which',
    options: { ...NOTE, preview: { type: 'boolean' } },
    async run(client, input) {
      const isPreview = input.options['preview'] === true
      const mode = isPreview ? FormActionMode.preview : FormActionMode.save
      const body = { loanNo: oneWord(input, 'loan number'), note: textOption(input, 'note') ?? '', mode }
      return approvalResult(client, await client.ask(approveLoanCall, { body }))
    },
  },
  {
    name: 'counter',
    usage: '<loanNo> --amount N --reason CODE [--reason CODE …] [--note TEXT] [--preview]',
    help: 'offer less than was asked for, with one to four reasons; one notice is counteroffer and adverse action; --preview only shows it',
    options: {
      ...NOTE,
      amount: { type: 'string' },
      reason: { type: 'string', multiple: true },
      preview: { type: 'boolean' },
    },
    run: counterLoan,
  },
  {
    name: 'decline',
    usage: '<loanNo> --reason CODE [--reason CODE …] [--note TEXT]',
    help: 'decline a loan with one to four reasons of the policy; the notice of adverse action goes out',
    options: { ...NOTE, reason: { type: 'string', multiple: true } },
    async run(client, input) {
      const reasonCodes = listOption(input, 'reason')
      if (reasonCodes.length === 0) throw new UsageError('Name at least one reason: --reason CODE')
      const body = {
        loanNo: oneWord(input, 'loan number'),
        reasonCodes,
        note: textOption(input, 'note') ?? '',
      }
      const data = await client.ask(declineLoanCall, { body })
      return data.approval === null
        ? headResult('declined', data)
        : enteredResult(client, 'decline', data, data.approval)
    },
  },
  {
    name: 'pass-on',
    usage: '<loanNo> --to REVIEW [--note TEXT]',
    help: `pass a loan on to: ${REVIEWS.join(', ')}`,
    options: { ...NOTE, to: { type: 'string' } },
    async run(client, input) {
      const to = REVIEWS.find((one) => one === textOption(input, 'to'))
      if (to === undefined) throw new UsageError(`Name the review: --to one of ${REVIEWS.join(', ')}`)
      const body = { loanNo: oneWord(input, 'loan number'), to, note: textOption(input, 'note') ?? '' }
      return headResult('passed on', await client.ask(passOnLoanCall, { body }))
    },
  },
]
