import { endLegalFactCall, noteLegalFactCall } from '@dolphin/contract/legal-facts'
import {
  collectLoanCall,
  revokeAuthorizationCall,
  stopDebitCall,
  suspendLoanCall,
  terminateLoanCall,
} from '@dolphin/contract/servicing-staff'
import { CollectingSubStatus } from '@dolphin/domain/loans/codes'
import { LEGAL_FACT_KINDS } from '@dolphin/domain/loans/legal-facts'
import { SUSPEND_REASONS } from '@dolphin/domain/servicing/acts/status-moves'
import { waitsText } from './approval-commands.ts'
import { type Command, type CommandInput, oneWord, textOption, UsageError } from './command.ts'
import { headResult } from './review-commands.ts'

const TEXT = { type: 'string' } as const

const commonOf = (input: CommandInput) => ({
  loanNo: oneWord(input, 'loan number'),
  note: textOption(input, 'note') ?? '',
})

/** One of the names that an option may have. */
function choiceOf<Name extends string>(input: CommandInput, option: string, names: readonly Name[]): Name {
  const given = textOption(input, option)
  const name = names.find((one) => one === given)
  if (name === undefined) throw new UsageError(`Give --${option} one of: ${names.join(', ')}`)
  return name
}

function dayOf(input: CommandInput, option: string): string {
  const day = textOption(input, option)
  if (day === undefined) throw new UsageError(`Give --${option} as YYYY-MM-DD`)
  return day
}

/** The number of a payment; null for the single debit. */
function paymentOf(input: CommandInput): number | null {
  const given = textOption(input, 'payment') ?? ''
  if (given === 'single') return null
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new UsageError('Give --payment a number, or single')
  return Number(given)
}

const COLLECTING = Object.values(CollectingSubStatus)

export const DELINQUENCY_COMMANDS: readonly Command[] = [
  {
    name: 'suspend',
    usage: '<loanNo> --reason NAME [--note TEXT]',
    help: `let no payment be taken, because of: ${SUSPEND_REASONS.join(', ')}`,
    options: { note: TEXT, reason: TEXT },
    async run(client, input) {
      const body = { ...commonOf(input), subStatus: choiceOf(input, 'reason', SUSPEND_REASONS) }
      return headResult('suspended', await client.ask(suspendLoanCall, { body }))
    },
  },
  {
    name: 'cure',
    usage: '<loanNo> [--note TEXT]',
    help: 'let the payments of a suspended or collected loan go on',
    options: { note: TEXT },
    async run(client, input) {
      const body = { ...commonOf(input), subStatus: null }
      return headResult('cured', await client.ask(suspendLoanCall, { body }))
    },
  },
  {
    name: 'law note',
    usage: '<loanNo> --fact NAME --since YYYY-MM-DD [--reference TEXT] [--note TEXT]',
    help: `note on a loan of any status, at once: ${LEGAL_FACT_KINDS.join(', ')}`,
    options: { note: TEXT, fact: TEXT, since: TEXT, reference: TEXT },
    async run(client, input) {
      const body = {
        ...commonOf(input),
        kind: choiceOf(input, 'fact', LEGAL_FACT_KINDS),
        since: dayOf(input, 'since'),
        reference: textOption(input, 'reference') ?? null,
      }
      return headResult(`noted: ${body.kind}`, await client.ask(noteLegalFactCall, { body }))
    },
  },
  {
    name: 'law end',
    usage: '<loanNo> --fact NAME --on YYYY-MM-DD [--note TEXT]',
    help: 'enter the end of a bankruptcy or of active duty, for a colleague to confirm at the desk',
    options: { note: TEXT, fact: TEXT, on: TEXT },
    async run(client, input) {
      const kind = choiceOf(input, 'fact', LEGAL_FACT_KINDS)
      const body = { ...commonOf(input), kind, endedOn: dayOf(input, 'on') }
      const data = await client.ask(endLegalFactCall, { body })
      const { text } = headResult(`to end: ${kind}`, data.loan)
      return { data, text: `${text}\n${waitsText(client, data.approval)}` }
    },
  },
  {
    name: 'collect',
    usage: '<loanNo> --to NAME [--note TEXT]',
    help: `move a loan along its collection, to: ${COLLECTING.join(', ')}; settled enters a write-off to confirm`,
    options: { note: TEXT, to: TEXT },
    async run(client, input) {
      const body = { ...commonOf(input), subStatus: choiceOf(input, 'to', COLLECTING) }
      const data = await client.ask(collectLoanCall, { body })
      const { text } = headResult('moved', data.loan)
      const { approval, postingNo } = data
      const next = approval && `\nWrite-off ${postingNo ?? ''} is entered.\n${waitsText(client, approval)}`
      return { data, text: `${text}${next ?? ''}` }
    },
  },
  {
    name: 'debit stop',
    usage: '<loanNo> --payment NUMBER|single [--note TEXT]',
    help: 'stop one debit that is in no file yet: of a payment of the schedule, or the single one that was confirmed',
    options: { note: TEXT, payment: TEXT },
    async run(client, input) {
      const body = { ...commonOf(input), installmentNo: paymentOf(input) }
      const data = await client.ask(stopDebitCall, { body })
      return { data, text: `Stopped, as ${data.changeNo}. The borrower is notified.` }
    },
  },
  {
    name: 'authorization revoke',
    usage: '<loanNo> [--note TEXT]',
    help: 'end the authorization of future debits at once',
    options: { note: TEXT },
    async run(client, input) {
      const data = await client.ask(revokeAuthorizationCall, { body: commonOf(input) })
      return { data, text: `Revoked, as ${data.changeNo}. The borrower is notified.` }
    },
  },
  {
    name: 'terminate',
    usage: '<loanNo> --as voided|paidOff [--note TEXT]',
    help: 'enter the end of a loan, for a colleague to confirm at the desk: its credit was dropped by the bank before it settled, or nothing is owed any more',
    options: { note: TEXT, as: TEXT },
    async run(client, input) {
      const subStatus = choiceOf(input, 'as', ['voided', 'paidOff'] as const)
      const body = { ...commonOf(input), subStatus }
      const data = await client.ask(terminateLoanCall, { body })
      const { text } = headResult(`to end as ${subStatus}`, data.loan)
      return { data, text: `${text}\n${waitsText(client, data.approval)}` }
    },
  },
]
