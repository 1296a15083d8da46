import { writeFileSync } from 'node:fs'
import type { CallReply } from '@dolphin/contract/call'
import {
  acceptStatementCall,
  listStatementCall,
  refuseStatementCall,
  releaseStatementCall,
  showStatementCall,
  statementFileCall,
} from '@dolphin/contract/verification-staff'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { STATEMENT_REFUSAL_CODES } from '@dolphin/domain/verification/statement-refusal'
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
import { incomeRows, lineTable } from './income-rows.ts'
import { shortInstant, textTable } from './text-table.ts'

type Head = CallReply<typeof acceptStatementCall>
type Shown = CallReply<typeof showStatementCall>

const NOTE = { note: { type: 'string' } } as const
const TEXT = { type: 'string' } as const

const codeOf = (input: CommandInput) => oneWord(input, 'request code')
const noteOf = (input: CommandInput) => textOption(input, 'note') ?? ''

function headResult(done: string, head: Head): CommandResult {
  return { data: head, text: `${head.loanNo} (${head.customerName}): statement ${done}, now ${head.state}` }
}

const BALANCES = {
  agree: 'balances follow from the amounts',
  disagree: 'balances do not follow from the amounts',
  none: 'no balances to check',
} as const

const UNREAD = {
  noText: 'none: its pages are pictures without text; enter what you see',
  noRows: 'none: its text shows no transactions; enter what you see',
} as const

function rowsText({ read, unread }: Shown): string {
  if (unread !== null) return UNREAD[unread]
  if (read === null) return 'to be looked at'
  return `${read.rows} of ${read.rowsInFile}, ${read.from} to ${read.to}`
}

/** Whether the rows lead from the first balance to the last, in figures. */
function totalsText({ read }: Shown): string {
  if (!read?.totals) return 'the file names no first and last balance'
  const { opening, rows, closing } = read.totals
  const outcome = read.balances === 'agree' ? 'agrees' : 'DOES NOT AGREE: look at the file row by row'
  return `${opening} + ${rows} = ${closing} ${outcome}`
}

function shownText(shown: Shown): string {
  const { loanNo, customerName, kind, state, read, computed, behind, stated } = shown
  const rows = [
    ['Loan', `${loanNo} (${customerName})`],
    ['Kind, state', `${kind}, ${state}`],
    ['Stated income', `${stated.monthlyNetIncome} a month, ${stated.employer ?? 'no employer'}`],
    ['Typed account', stated.accountMasked ?? 'none yet'],
    ['Rows', rowsText(shown)],
    ...(kind === 'pdf' && read !== null ? [['Totals', totalsText(shown)]] : []),
    ['Bank, balances', read === null ? '' : `${read.bank ?? 'not known'}, ${BALANCES[read.balances]}`],
    ...(read?.skipped ?? []).map(({ row, column, reason }) => [
      `Skipped row ${row}`,
      column === null ? reason : `${column}: ${reason}`,
    ]),
    ...(read === null || read.moreSkipped === 0 ? [] : [['More skipped rows', String(read.moreSkipped)]]),
    ['Account in file', read?.accountMasked ?? ''],
    ...(computed === null || behind === null ? [] : incomeRows(computed, behind)),
  ]
  return textTable(['Fact', 'Value'], rows)
}

const FREQUENCIES = Object.keys(PayrollFrequency) as (keyof typeof PayrollFrequency)[]

/** Only what was given; the rest is taken as computed. */
function findingsOf(input: CommandInput) {
  const named = textOption(input, 'frequency')
  const frequency = FREQUENCIES.find((one) => one === named)
  if (named !== undefined && frequency === undefined)
    throw new UsageError(`A frequency is one of: ${FREQUENCIES.join(', ')}`)
  const nextPaydays = listOption(input, 'payday')
  const findings = {
    monthlyNetIncome: textOption(input, 'income'),
    frequency: frequency && PayrollFrequency[frequency],
    nextPaydays: nextPaydays.length === 0 ? undefined : nextPaydays,
    periodFrom: textOption(input, 'from'),
    lastIncomeOn: textOption(input, 'last-income'),
    averageBalance: textOption(input, 'average'),
    lowestBalance: textOption(input, 'lowest'),
  }
  return Object.fromEntries(Object.entries(findings).filter(([, value]) => value !== undefined))
}

const LOOK: readonly Command[] = [
  {
    name: 'statement list',
    usage: '[--portfolio N] [--after PLACE]',
    help: 'statements and requests for a person that wait, longest first',
    options: { portfolio: TEXT, after: TEXT },
    async run(client, input) {
      const query = { portfolioId: portfolioOption(input), after: textOption(input, 'after') }
      const data = await client.ask(listStatementCall, { query })
      const rows = data.statements.map(({ requestCode, loanNo, customerName, kind, state, waitingSince }) => [
        requestCode,
        loanNo,
        customerName,
        kind,
        state,
        shortInstant(waitingSince),
      ])
      const table = textTable(['Request', 'Loan', 'Customer', 'Kind', 'State', 'Waiting since'], rows)
      return { data, text: data.after === null ? table : `${table}\n\nMore: --after ${data.after}` }
    },
  },
  {
    name: 'statement show',
    usage: '<request> [--rows] [--save FILE]',
    help: 'what was read and computed; --rows lists every row, to hold beside the file that --save keeps, which may be unsafe while quarantined',
    options: { save: TEXT, rows: { type: 'boolean' } },
    async run(client, input) {
      const params = { requestCode: codeOf(input) }
      const data = await client.ask(showStatementCall, { params })
      const save = textOption(input, 'save')
      if (save !== undefined)
        writeFileSync(save, await client.download(statementFileCall, { params }), { mode: 0o600 })
      const { rows } = data
      const listed = input.options['rows'] === true ? `\n\n${lineTable(rows)}` : ''
      return { data, text: `${shownText(data)}${listed}` }
    },
  },
]

export const STATEMENT_COMMANDS: readonly Command[] = [
  ...LOOK,
  {
    name: 'statement accept',
    usage: '<request> --account-tail NNNN [--owner NAME] [--income 0.00 --frequency NAME --payday DATE …]',
    help: 'accept a statement: its income counts as verified; for a picture, or a PDF whose totals do not agree, also --from and --last-income DATE',
    options: {
      ...NOTE,
      'account-tail': TEXT,
      owner: TEXT,
      income: TEXT,
      frequency: TEXT,
      payday: { type: 'string', multiple: true },
      from: TEXT,
      'last-income': TEXT,
      average: TEXT,
      lowest: TEXT,
    },
    async run(client, input) {
      const accountTail = textOption(input, 'account-tail')
      if (accountTail === undefined)
        throw new UsageError('Name the account: --account-tail and its last 4 digits')
      const body = {
        requestCode: codeOf(input),
        accountTail,
        ownerName: textOption(input, 'owner') ?? null,
        findings: findingsOf(input),
        note: noteOf(input),
      }
      return headResult('accepted', await client.ask(acceptStatementCall, { body }))
    },
  },
  {
    name: 'statement refuse',
    usage: '<request> --reason CODE [--note TEXT]',
    help: `refuse a statement; the borrower reads why: ${STATEMENT_REFUSAL_CODES.join(', ')}`,
    options: { ...NOTE, reason: TEXT },
    async run(client, input) {
      const reason = STATEMENT_REFUSAL_CODES.find((one) => one === textOption(input, 'reason'))
      if (reason === undefined)
        throw new UsageError(`Name the reason: --reason one of ${STATEMENT_REFUSAL_CODES.join(', ')}`)
      const body = { requestCode: codeOf(input), reason, note: noteOf(input) }
      return headResult('refused', await client.ask(refuseStatementCall, { body }))
    },
  },
  {
    name: 'statement release',
    usage: '<request> [--note TEXT]',
    help: 'let a file out of quarantine that you found to be a statement',
    options: NOTE,
    async run(client, input) {
      const body = { requestCode: codeOf(input), note: noteOf(input) }
      return headResult('released', await client.ask(releaseStatementCall, { body }))
    },
  },
]
