import { listBankFileCall, runBatchCall, runSettlementCall } from '@dolphin/contract/payments'
import { listPortfolioCall } from '@dolphin/contract/portfolios'
import { type Command, type CommandInput, dayNeeded, portfolioNeeded, portfolioOption } from './command.ts'
import { OpsFailure } from './ops-failure.ts'
import type { OpsClient } from './ops-client.ts'
import { shortInstant, textTable } from './text-table.ts'

const PORTFOLIO = { portfolio: { type: 'string' } } as const

/** The portfolio named, or all of them. */
async function portfoliosOf(client: OpsClient, input: CommandInput): Promise<number[]> {
  const named = portfolioOption(input)
  if (named !== undefined) return [named]
  const { portfolios } = await client.ask(listPortfolioCall, {})
  return portfolios.map(({ portfolioId }) => portfolioId)
}

interface PortfolioRun {
  readonly portfolioId: number
  readonly data: unknown
  readonly text: string
  readonly failed: boolean
}

/** One brand's refusal does not keep the others from running. */
async function forEachPortfolio(
  client: OpsClient,
  input: CommandInput,
  run: (portfolioId: number) => Promise<Omit<PortfolioRun, 'portfolioId'>>,
) {
  const runs: PortfolioRun[] = []
  for (const portfolioId of await portfoliosOf(client, input)) {
    try {
      runs.push({ portfolioId, ...(await run(portfolioId)) })
    } catch (error) {
      if (!(error instanceof OpsFailure)) throw error
      runs.push({ portfolioId, failed: true, data: { refused: error.message }, text: error.message })
    }
  }
  return {
    data: runs.map(({ portfolioId, failed, data }) => ({ portfolioId, failed, answer: data })),
    text: runs.map(({ portfolioId, text }) => `Portfolio ${portfolioId}\n${text}`).join('\n\n'),
    failed: runs.some(({ failed }) => failed),
  }
}

async function runBatch(client: OpsClient, portfolioId: number, dryRun: boolean) {
  const data = await client.ask(runBatchCall, { body: { portfolioId, dryRun } })
  const files = textTable(
    ['File', 'Effective', 'Credits', 'Credit total', 'Debits', 'Debit total', 'Prenotes', 'Sent back'],
    data.files.map((file) => [
      file.fileName ?? (file.effectiveEntryDate === data.batchDate ? 'same day' : 'next day'),
      file.effectiveEntryDate,
      String(file.credits),
      file.creditTotal,
      String(file.debits),
      file.debitTotal,
      String(file.prenotes ?? ''),
      String(file.sentBack ?? ''),
    ]),
  )
  const ineligible = textTable(
    ['Held', 'Amount', 'Rule'],
    data.ineligible.map(({ loanNo, amount, rule }) => [loanNo, amount, rule]),
  )
  const done = dryRun ? 'A dry run: nothing was cut. A run now cuts, on' : 'Cut on'
  const more = data.goesOn ? '\nMore is due than fits these files.' : ''
  const text =
    data.files.length === 0
      ? `Nothing is due on ${data.batchDate}.`
      : `${done} ${data.batchDate}:\n${files}${more}`
  const shown = data.promisedUntil === null ? text : `${text}\n${undoEnds(data.promisedUntil)}`
  return withFailures(data.ineligible.length === 0 ? shown : `${shown}\n\n${ineligible}`, data)
}

const undoEnds = (until: string) =>
  `Borrowers were promised that they can undo these payments until ${shortInstant(until)}. A run before then ends that.`

async function runSettlement(client: OpsClient, portfolioId: number) {
  const data = await client.ask(runSettlementCall, { body: { portfolioId } })
  const rows = data.settled.map(({ loanNo, transactionNo, amount }) => [loanNo, transactionNo, amount])
  const text = `Settled up to ${data.settledOn}, ${data.checked} checked:\n${textTable(['Loan', 'Credit', 'Amount'], rows)}`
  return withFailures(text, data)
}

/** A run that left out loans has failed, although the others are done. */
function withFailures<Data extends { readonly failed: readonly { loanNo: string; failure: string }[] }>(
  text: string,
  data: Data,
) {
  const { failed } = data
  const rows = failed.map(({ loanNo, failure }) => [loanNo, failure])
  const table = textTable(['Failed', 'Code'], rows)
  return {
    data,
    text:
      failed.length === 0 ? text : `${text}\n\n${failed.length} failed; the next run tries again:\n${table}`,
    failed: failed.length > 0,
  }
}

const listFiles: Command['run'] = async (client, input) => {
  const day = dayNeeded(input)
  const data = await client.ask(listBankFileCall, { query: { portfolioId: portfolioNeeded(input), day } })
  const rows = data.files.map((file) => [
    file.fileName,
    String(file.entries),
    file.creditTotal,
    file.debitTotal,
    shortInstant(file.cutAt),
    file.sentAt === null ? 'not yet' : shortInstant(file.sentAt),
    file.sha256.slice(0, 12),
  ])
  const headings = ['File', 'Entries', 'Credit total', 'Debit total', 'Cut', 'At the bank', 'SHA-256']
  const table = rows.length === 0 ? `No file was cut on ${day}.` : textTable(headings, rows)
  const next = `The next batch is cut ${shortInstant(data.batchCutOff.at)}.`
  return { data, text: `${table}\n\n${next}` }
}

export const MONEY_COMMANDS: readonly Command[] = [
  {
    name: 'batch run',
    usage: '[--portfolio N] [--dry-run]',
    help: 'cut today’s ACH files, the same-day file first, of every portfolio unless one is named; --dry-run only shows them',
    options: { ...PORTFOLIO, 'dry-run': { type: 'boolean' } },
    run: (client, input) =>
      forEachPortfolio(client, input, (id) => runBatch(client, id, input.options['dry-run'] === true)),
  },
  {
    name: 'batch files',
    usage: '--portfolio N --day DATE',
    help: 'the ACH files cut on a day, whether the bank has them, and when the next batch is cut',
    options: { ...PORTFOLIO, day: { type: 'string' } },
    run: listFiles,
  },
  {
    name: 'settle run',
    usage: '[--portfolio N]',
    help: 'settle what is effective by now (08:30 New York)',
    options: PORTFOLIO,
    run: (client, input) => forEachPortfolio(client, input, (id) => runSettlement(client, id)),
  },
]
