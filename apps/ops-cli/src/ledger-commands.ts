import type { CallReply } from '@dolphin/contract/call'
import { eligibilityResultsCall, verifyLedgerCall, verifyLedgersCall } from '@dolphin/contract/payments'
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
type Verified = CallReply<typeof verifyLedgersCall>['loans'][number]

const ZERO = '0.00'

async function verifyLoan(client: OpsClient, loanNo: string): Promise<CommandResult> {
  const data = await client.ask(verifyLedgerCall, { params: { loanNo } })
  const sound = data.intact && data.loanTotal === ZERO && data.ledgerTotal === ZERO
  return { data, text: ledgerText(data), failed: !sound }
}

function ledgerText({ postings, balances, intact, loanTotal, ledgerTotal }: OneLedger): string {
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
    `Chain ${intact ? 'intact' : 'BROKEN'}; the loan sums to ${loanTotal}, the ledger to ${ledgerTotal}.`,
  ].join('\n')
}

/** Page by page, so that the terminal says how far it is and the server never walks the whole book at once. */
async function verifyPortfolio(
  client: OpsClient,
  portfolioId: number,
  tell: (line: string) => void,
): Promise<CommandResult> {
  const verified: Verified[] = []
  let after: string | undefined
  let ledgerTotal = ZERO
  do {
    const page = await client.ask(verifyLedgersCall, { query: { portfolioId, after } })
    verified.push(...page.loans)
    ledgerTotal = page.ledgerTotal
    after = page.after ?? undefined
    tell(`${verified.length} of ${page.loansInAll} loans`)
  } while (after !== undefined)
  const broken = verified.filter(({ intact, loanTotal }) => !intact || loanTotal !== ZERO)
  const postings = verified.reduce((total, one) => total + one.postings, 0)
  const rows = broken.map(({ loanNo, intact, loanTotal }) => [
    loanNo,
    intact ? 'intact' : 'BROKEN',
    loanTotal,
  ])
  const text = [
    `${verified.length} loans, ${postings} postings: ${broken.length} broken; the ledger sums to ${ledgerTotal}.`,
    ...(broken.length === 0 ? [] : [textTable(['Loan', 'Chain', 'Sum'], rows)]),
  ].join('\n')
  const data = { portfolioId, loans: verified.length, postings, broken, ledgerTotal }
  return { data, text, failed: broken.length > 0 || ledgerTotal !== ZERO }
}

export const LEDGER_COMMANDS: readonly Command[] = [
  {
    name: 'ledger verify',
    usage: '<loanNo> | --loan <loanNo> | --portfolio N',
    help: 'verify the chain of a loan’s postings, or of every loan’s; exits with 1 where a posting was changed',
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
    name: 'eligibility',
    usage: '<loanNo>',
    help: 'results of the debit eligibility check of a loan, with the rule and its citation',
    async run(client, input) {
      const params = { loanNo: oneWord(input, 'loan number') }
      const data = await client.ask(eligibilityResultsCall, { params })
      const rows = data.answers.map(({ at, asked, transactionNo, allowed, rule, citation }) => [
        shortInstant(at),
        asked,
        transactionNo ?? '',
        allowed ? 'allowed' : 'BLOCKED',
        rule,
        citation ?? '',
      ])
      return { data, text: textTable(['When', 'Asked by', 'Transaction', 'Result', 'Rule', 'Source'], rows) }
    },
  },
]
