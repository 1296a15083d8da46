import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import { manualPostingCall } from '@dolphin/contract/payments'
import { readClockCall } from '@dolphin/contract/reference-data'
import { postingKind } from '@dolphin/contract/shapes/manual-posting'
import { ChangeType, isChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import {
  RECEIPT_REVERSAL_REASONS,
  type ReceiptReversalReason,
} from '@dolphin/domain/payments/receipt-reversal'
import { waitsText } from './approval-commands.ts'
import { type Command, type CommandInput, type CommandResult, textOption, UsageError } from './command.ts'
import type { OpsClient } from './ops-client.ts'

type Body = CallInputOf<typeof manualPostingCall>['body']
type Kind = Body['kind']
type ToSign = NonNullable<CallReply<typeof manualPostingCall>['toSign']>

const TEXT = { type: 'string' } as const
const OPTIONS = {
  code: TEXT,
  amount: TEXT,
  date: TEXT,
  transaction: TEXT,
  installment: TEXT,
  mode: TEXT,
  reason: TEXT,
  'right-loan': TEXT,
  note: TEXT,
} as const

/** The change type that a kind has anyway. */
const OWN_CODE: Readonly<Partial<Record<Kind, ChangeType>>> = {
  receipt: ChangeType.none,
  checkReceipt: ChangeType.manualChecked,
  reverseReceipt: ChangeType.none,
  feeWaiver: ChangeType.none,
  interestWaiver: ChangeType.none,
  writeOff: ChangeType.none,
  rejectEntry: ChangeType.manualReject,
  cancelChange: ChangeType.cancelChange,
}

function codeOf(input: CommandInput, kind: Kind): ChangeType {
  const given = textOption(input, 'code')
  const code = given === undefined ? OWN_CODE[kind] : Number(given)
  if (code === undefined || !isChangeType(code))
    throw new UsageError('Give --code: 301 to 306 of a refund, 201 to 206 of a schedule change.')
  return code
}

function modeOf(input: CommandInput): PaymentMode | null {
  const given = textOption(input, 'mode')
  if (given === undefined) return null
  const found = Object.entries(PaymentMode).find(([name]) => name === given)
  if (found === undefined)
    throw new UsageError(`A way of paying is one of: ${Object.keys(PaymentMode).join(', ')}`)
  return found[1]
}

function reversalReasonOf(input: CommandInput): ReceiptReversalReason | null {
  const given = textOption(input, 'reason')
  if (given === undefined) return null
  const found = RECEIPT_REVERSAL_REASONS.find((reason) => reason === given)
  if (found === undefined) throw new UsageError(`A reason is one of: ${RECEIPT_REVERSAL_REASONS.join(', ')}`)
  return found
}

function installmentOf(input: CommandInput): number | null {
  const given = textOption(input, 'installment')
  if (given === undefined) return null
  if (!/^\d{1,3}$/.test(given)) throw new UsageError('An installment is a number like 3.')
  return Number(given)
}

/** An order for a loan from the options; the day is the server's today unless one is given. */
async function enter(
  client: OpsClient,
  input: CommandInput,
  {
    loanNo,
    kind,
    transaction,
  }: { readonly loanNo: string; readonly kind: Kind; readonly transaction?: string },
): Promise<CommandResult> {
  const changeTypeCode = codeOf(input, kind)
  const body: Body = {
    loanNo,
    kind,
    changeTypeCode,
    amount: textOption(input, 'amount') ?? null,
    effectiveDate: textOption(input, 'date') ?? (await client.ask(readClockCall, { query: {} })).today,
    transactionNo: transaction ?? textOption(input, 'transaction') ?? null,
    installmentNo: installmentOf(input),
    paymentMode: modeOf(input),
    reversalReason: reversalReasonOf(input),
    rightLoanNo: textOption(input, 'right-loan') ?? null,
    note: textOption(input, 'note') ?? '',
  }
  return postingResult(client, await client.ask(manualPostingCall, { body }))
}

function postingResult(client: OpsClient, data: CallReply<typeof manualPostingCall>): CommandResult {
  const { posting, loan, toSign, approval } = data
  const what = [
    posting.kind,
    posting.changeTypeCode === 0 ? '' : posting.changeTypeCode,
    posting.amount ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ')
  const text = [
    `${posting.postingNo} entered: ${what} for ${loan.loanNo} (${loan.customerName}).`,
    waitsText(client, approval),
    ...(toSign === null ? [] : [toSignText(toSign)]),
  ].join('\n')
  return { data, text }
}

/** What the borrower has to sign, because it costs more or ends later. */
const toSignText = ({ signBy, totalBefore, totalAfter, lastDateMovesByDays }: ToSign): string =>
  `The borrower has to sign it (still to be paid ${totalAfter} instead of ${totalBefore}, last payment ${lastDateMovesByDays} days later). Confirmed, it is sent, and can be signed until ${signBy}. Take it back: post LOAN cancelChange`

export const POSTING_COMMANDS: readonly Command[] = [
  {
    name: 'post',
    usage:
      '<loanNo> <kind> [--code N] [--amount 0.00] [--date DATE] [--transaction NO] [--installment N] [--mode NAME] [--reason NAME] [--right-loan LOAN] [--note TEXT]',
    help: `enter a posting by hand, for a colleague to confirm at the desk; a kind is one of: ${postingKind.options.join(', ')}`,
    options: OPTIONS,
    run(client, input) {
      const [loanNo, word, ...more] = input.words
      if (loanNo === undefined || more.length > 0) throw new UsageError('Give a loan number and a kind.')
      const kind = postingKind.options.find((one) => one === word)
      if (kind === undefined) throw new UsageError(`A kind is one of: ${postingKind.options.join(', ')}`)
      return enter(client, input, { loanNo, kind })
    },
  },
  {
    name: 'refund',
    usage: '<loanNo> --code 301..306 --amount 0.00 [--transaction NO] [--note TEXT]',
    help: 'enter money back to the borrower, for a colleague to confirm: 301 overpaid, 302 taken twice, 303 fee, 304 interest, 305 goodwill, 306 canceled',
    options: OPTIONS,
    run(client, input) {
      const [loanNo, ...more] = input.words
      if (loanNo === undefined || more.length > 0) throw new UsageError('Give one loan number.')
      return enter(client, input, { loanNo, kind: 'refund' })
    },
  },
  {
    name: 'reverse',
    usage: '<loanNo> <transactionNo> [--note TEXT]',
    help: 'enter the rejection (901) of an entry on a batch that the bank did not carry out, for a colleague to confirm',
    options: OPTIONS,
    run(client, input) {
      const [loanNo, transaction, ...more] = input.words
      if (loanNo === undefined || transaction === undefined || more.length > 0)
        throw new UsageError('Give a loan number and a transaction.')
      return enter(client, input, { loanNo, kind: 'rejectEntry', transaction })
    },
  },
]
