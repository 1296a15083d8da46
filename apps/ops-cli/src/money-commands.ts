import { runBatchCall, runSettlementCall } from '@dolphin/contract/payments'
import { listPortfolioCall } from '@dolphin/contract/portfolios'
import { type Command, type CommandInput, portfolioOption } from './command.ts'
import { OpsFailure } from './ops-failure.ts'
import type { OpsClient } from './ops-client.ts'
import { textTable } from './text-table.ts'

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

async function runBatch(client: OpsClient, portfolioId: number) {
  const data = await client.ask(runBatchCall, { body: { portfolioId } })
  const files = textTable(
    ['File', 'Effective', 'Credits', 'Total', 'Prenotes'],
    data.files.map(({ fileName, effectiveEntryDate, credits, creditTotal, prenotes }) => [
      fileName,
      effectiveEntryDate,
      String(credits),
      creditTotal,
      String(prenotes ?? ''),
    ]),
  )
  const ineligible = textTable(
    ['Held', 'Amount', 'Rule'],
    data.ineligible.map(({ loanNo, amount, rule }) => [loanNo, amount, rule]),
  )
  const text =
    data.files.length === 0 ? `Nothing is due on ${data.batchDate}.` : `Cut on ${data.batchDate}:\n${files}`
  return withFailures(data.ineligible.length === 0 ? text : `${text}\n\n${ineligible}`, data)
}

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

export const MONEY_COMMANDS: readonly Command[] = [
  {
    name: 'batch run',
    usage: '[--portfolio N]',
    help: 'cut today’s ACH file, of every portfolio unless one is named',
    options: PORTFOLIO,
    run: (client, input) => forEachPortfolio(client, input, (id) => runBatch(client, id)),
  },
  {
    name: 'settle run',
    usage: '[--portfolio N]',
    help: 'settle what is effective by now (08:30 New York)',
    options: PORTFOLIO,
    run: (client, input) => forEachPortfolio(client, input, (id) => runSettlement(client, id)),
  },
]
