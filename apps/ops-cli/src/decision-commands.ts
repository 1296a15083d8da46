import { NOT_FOR_ROLE } from '@dolphin/domain/staff/personal-fields'
import type { CallReply } from '@dolphin/contract/call'
import { dryRunPolicyCall, explainDecisionCall, replayDecisionCall } from '@dolphin/contract/decisions'
import { isLoanNo } from '@dolphin/domain/loans/loan-number'
import {
  type Command,
  type CommandInput,
  oneWord,
  portfolioOption,
  textOption,
  UsageError,
} from './command.ts'
import { readJsonFile } from './json-file.ts'
import type { OpsClient } from './ops-client.ts'
import { textTable } from './text-table.ts'

type Replayed = CallReply<typeof replayDecisionCall>['decisions'][number]
type DryRun = CallReply<typeof dryRunPolicyCall>
type Explained = CallReply<typeof explainDecisionCall>

async function replayed(client: OpsClient, input: CommandInput): Promise<readonly Replayed[]> {
  const portfolioId = portfolioOption(input)
  if (portfolioId === undefined) {
    const word = oneWord(input, 'decision or loan number, or --all PORTFOLIO')
    const query = isLoanNo(word) ? { loanNo: word } : { decisionNo: word }
    return (await client.ask(replayDecisionCall, { query })).decisions
  }
  const all: Replayed[] = []
  for (let after: string | undefined; ; ) {
    const page = await client.ask(replayDecisionCall, { query: { portfolioId, after } })
    all.push(...page.decisions)
    if (page.after === null) return all
    after = page.after
  }
}

function replayText(decisions: readonly Replayed[]): string {
  const count = (result: Replayed['result']) => decisions.filter((one) => one.result === result).length
  const differing = decisions.flatMap(({ decisionNo, loanNo, differences }) =>
    differences.map(({ path, stored, replayed: again }) => [loanNo, decisionNo, path, stored, again]),
  )
  const unprovable = count('unprovable')
  return [
    `${count('same')} the same, ${count('different')} different, ${count('person')} decided by a person${
      unprovable === 0 ? '' : `, ${unprovable} stored before their inputs were kept whole`
    }.`,
    ...(differing.length === 0
      ? []
      : ['', textTable(['Loan', 'Decision', 'Place', 'Stored', 'Made again'], differing)]),
  ].join('\n')
}

function dryRunText({ decided, changed, groups, policyVersion, portfolioId }: DryRun): string {
  const rows = groups.map(({ from, to, count, amountDifference, reasons }) => [
    from,
    to,
    String(count),
    amountDifference,
    reasons.join(', '),
  ])
  const numbers = groups.map(
    ({ from, to, loanNos }) => `${from} → ${to}: ${loanNos?.join(' ') ?? NOT_FOR_ROLE}`,
  )
  return [
    `Policy ${portfolioId}@${policyVersion}: ${changed} of ${decided} would change.`,
    ...(rows.length === 0
      ? []
      : ['', textTable(['Was', 'Would be', 'Loans', 'Most on offer', 'Reasons'], rows), '', ...numbers]),
  ].join('\n')
}

function explainText({ loanNo, parts }: Explained): string {
  const lines = parts.flatMap(({ title, explanations }) => [
    '',
    title,
    ...explanations.flatMap(({ subject, value, rule, source, inputs }) => [
      `  ${subject}: ${value}`,
      `    ${rule} [${source}]`,
      ...inputs.map(({ name, value: given }) => `      ${name}: ${given}`),
    ]),
  ])
  return [`Loan ${loanNo}`, ...lines].join('\n')
}

export const DECISION_COMMANDS: readonly Command[] = [
  {
    name: 'decision replay',
    usage: '<decisionNo|loanNo> | --all PORTFOLIO',
    help: 'make stored decisions again on their stored inputs and policy; exits with 1 where one differs',
    options: { all: { type: 'string' } },
    async run(client, input) {
      const { all } = input.options
      const asked = all === undefined ? input : { ...input, options: { ...input.options, portfolio: all } }
      const decisions = await replayed(client, asked)
      const failed = decisions.some(({ result }) => result === 'different')
      return { data: decisions, text: replayText(decisions), failed }
    },
  },
  {
    name: 'decision dry-run',
    usage: '--policy FILE --portfolio N',
    help: 'what the policy in FILE would have decided on the stored inputs of a portfolio; changes nothing',
    options: { policy: { type: 'string' }, portfolio: { type: 'string' } },
    async run(client, input) {
      const file = textOption(input, 'policy')
      if (file === undefined) throw new UsageError('Name the policy: --policy FILE')
      const policy = readJsonFile(file)
      const portfolioId = portfolioOption(input) ?? Number(policy['portfolioId'])
      const data = await client.ask(dryRunPolicyCall, { body: { policy, portfolioId } })
      return { data, text: dryRunText(data) }
    },
  },
  {
    name: 'explain',
    usage: '<loanNo|decisionNo>',
    help: 'why: decisions, plan, installments and notices with inputs, rule and source',
    async run(client, input) {
      const id = oneWord(input, 'loan or decision number')
      const data = await client.ask(explainDecisionCall, { params: { id } })
      const when = data.parts.length === 0 ? '\nNothing was decided yet.' : ''
      return { data, text: `${explainText(data)}${when}` }
    },
  },
]
