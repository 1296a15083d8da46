import type { CallReply } from '@dolphin/contract/call'
import { guardAnswersCall, verifyLedgerCall, verifyLedgersCall } from '@dolphin/contract/payments'
import {
  type Command,
  type CommandResult,
  oneWord,
  portfolioOption,
  textOption,
  UsageError,
} from './command.ts'
import type { OpsClient } from './ops-client.ts'
import { shortInstant, textTable } from './text-table.ts'

type OneLedger = CallReply<typeof verifyLedgerCall>
type Walked = CallReply<typeof verifyLedgersCall>['loans'][number]

const ZERO = '0.00'

async function verifyLoan(client: OpsClient, loanNo: string): Promise<CommandResult> {
  const data = await client.ask(verifyLedgerCall, { params: { loanNo } })
  const sound = data.intact && data.loanTotal === ZERO && data.bookTotal === ZERO
  return { data, text: ledgerText(data), failed: !sound }
}

function ledgerText({ postings, balances, intact, loanTotal, bookTotal }: OneLedger): string {
  const rows = postings.flatMap(({ sequence, kind, effectiveDate, entries }) =>
    entries.map(({ account, amount }, line) => [
      line === 0 ? String(sequence) : '',
      line === 0 ? kind : '',
      line === 0 ? effectiveDate : '',
      account,
      amount,
    ]),
  )
  return [
    textTable(['No', 'Posting', 'Effective', 'Account', 'Amount'], rows),
    '',
    textTable(
      ['Account', 'Balance'],
      balances.map(({ account, balance }) => [account, balance]),
    ),
    '',
    `Chain ${intact ? 'intact' : 'BROKEN'}; the loan sums to ${loanTotal}, the book to ${bookTotal}.`,
  ].join('\n')
}

/** Page by page, so that the terminal says how far it is and the server never walks the whole book at once. */
async function verifyPortfolio(
  client: OpsClient,
  portfolioId: number,
  tell: (line: string) => void,
): Promise<CommandResult> {
  const walked: Walked[] = []
  let after: string | undefined
  let bookTotal = ZERO
  do {
    const page = await client.ask(verifyLedgersCall, { query: { portfolioId, after } })
    walked.push(...page.loans)
    bookTotal = page.bookTotal
    after = page.after ?? undefined
    tell(`${walked.length} of ${page.loansInAll} loans`)
  } while (after !== undefined)
  const broken = walked.filter(({ intact, loanTotal }) => !intact || loanTotal !== ZERO)
  const postings = walked.reduce((total, one) => total + one.postings, 0)
  const rows = broken.map(({ loanNo, intact, loanTotal }) => [
    loanNo,
    intact ? 'intact' : 'BROKEN',
    loanTotal,
  ])
  const text = [
    `${walked.length} loans, ${postings} postings: ${broken.length} broken; the book sums to ${bookTotal}.`,
    ...(broken.length === 0 ? [] : [textTable(['Loan', 'Chain', 'Sum'], rows)]),
  ].join('\n')
  const data = { portfolioId, loans: walked.length, postings, broken, bookTotal }
  return { data, text, failed: broken.length > 0 || bookTotal !== ZERO }
}

export const LEDGER_COMMANDS: readonly Command[] = [
  {
    name: 'ledger verify',
    usage: '<loanNo> | --loan <loanNo> | --portfolio N',
    help: 'walk the chain of a loan’s postings, or of every loan’s; exits with 1 where anything was changed',
    options: { loan: { type: 'string' }, portfolio: { type: 'string' } },
    run(client, input, tell) {
      const portfolioId = portfolioOption(input)
      const loan = textOption(input, 'loan')
      if (portfolioId === undefined) return verifyLoan(client, loan ?? oneWord(input, 'loan number'))
      if (loan !== undefined || input.words.length > 0) throw new UsageError('Name a loan or a portfolio.')
      return verifyPortfolio(client, portfolioId, tell)
    },
  },
  {
    name: 'guard',
    usage: '<loanNo>',
    help: 'what the debit guard said of a loan’s debits, with the rule and what it cites',
    async run(client, input) {
      const params = { loanNo: oneWord(input, 'loan number') }
      const data = await client.ask(guardAnswersCall, { params })
      const rows = data.answers.map(({ at, asked, transactionNo, allowed, rule, citation }) => [
        shortInstant(at),
        asked,
        transactionNo ?? '',
        allowed ? 'allowed' : 'DENIED',
        rule,
        citation ?? '',
      ])
      return { data, text: textTable(['When', 'Asked by', 'Movement', 'Answer', 'Rule', 'Source'], rows) }
    },
  },
]
