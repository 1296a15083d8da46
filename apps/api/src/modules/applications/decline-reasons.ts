import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { Executor } from '@dolphin/database/driver/executor'
import { insertDecision } from '@dolphin/database/decisions/decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { DecisionReason, RuleTrace } from '@dolphin/domain/decisions/decision'
import type { WireDecision } from '@dolphin/domain/decisions/decision-wire'
import { reasonInWords } from '@dolphin/domain/decisions/explain'
import { readableFact } from '@dolphin/domain/decisions/fact-text'
import type { Policy } from '@dolphin/domain/decisions/policy'
import { AmountResult } from '@dolphin/domain/loans/codes'
import { moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { type Countered, type DecisionOnFile, findNewestDecision } from '../decisions/decision-on-file.ts'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { Deps } from '../../deps.ts'

/** The reason with its figures, in words for the borrower. */
export interface WordedReason {
  readonly reason: DecisionReason
  readonly words: { readonly reason: Localized; readonly change: Localized }
}

const PLACEHOLDER = /\{(actual|limit)\}/

/**
 * The reasons that an employee named, with the figures of the stored decision. Refuses a code that the policy
 * does not know, and one whose sentence needs figures that the decision does not hold: a notice gives specific
 * reasons, not sentences with gaps (12 CFR 1002.9(b)(2)). The error is the message for the field.
 */
export function wordReasons(
  policy: Policy,
  decision: WireDecision | undefined,
  codes: readonly string[],
): Outcome<WordedReason[], string> {
  const worded: WordedReason[] = []
  for (const code of new Set(codes)) {
    const text = Object.hasOwn(policy.reasons, code) ? policy.reasons[code] : undefined
    if (text === undefined) {
      const known = Object.keys(policy.reasons).join(', ')
      return refused(`The policy has no reason "${code}". Choose one of: ${known}`)
    }
    const reason = figuresOf(decision, code)
    if (reason === undefined && PLACEHOLDER.test(`${text.reason.en} ${text.change.en}`)) {
      return refused(
        `The decision has no figures for "${code}". Choose a reason that it names, or one without`,
      )
    }
    const known = reason ?? { code, actual: '', limit: '' }
    worded.push({ reason: known, words: reasonInWords(policy, known) })
  }
  return ok(worded)
}

/** The named reasons as staff read them, with the figures of the newest decision; one without words stays as it is named. */
export async function reasonNames(
  deps: Pick<Deps, 'cipher' | 'portfolios'>,
  executor: Executor,
  loan: Loan,
  codes: readonly string[],
): Promise<string[]> {
  const policy = deps.portfolios.byId(loan.portfolioId)?.policy
  if (policy === undefined || codes.length === 0) return [...codes]
  const newest = await findNewestDecision(deps, executor, loan)
  return codes.map((code) => {
    const worded = wordReasons(policy, newest?.decision.decision, [code])
    return (worded.ok && worded.value[0]?.words.reason.en) || code
  })
}

/** Figures of a reason: as the decision gave it, else as its rule was asked. */
function figuresOf(decision: WireDecision | undefined, code: string): DecisionReason | undefined {
  const given = decision?.reasons.find((reason) => reason.code === code)
  if (given !== undefined) return given
  const rules = (decision?.trace ?? []).filter((entry): entry is RuleTrace => entry.stage === 'rule')
  const asked = rules.find((rule) => rule.code === code)?.conditions[0]
  if (asked === undefined) return undefined
  return {
    code,
    actual: readableFact(asked.fact, asked.actual),
    limit: readableFact(asked.fact, asked.value),
  }
}

/** A reason of the policy that a decline can name, in English. */
export interface NameableReason {
  readonly code: string
  readonly reason: string
  /** The decision found it; else it is for what a person found beside the facts. */
  readonly found: boolean
}

/**
 * What a decline of an application can name: what the decision found, then every other reason of the policy whose sentence
 * needs no figures. A sentence with figures that nothing speaks against would be no reason (12 CFR 1002.9(b)(2)).
 */
export function nameableReasons(
  policy: Policy,
  decision: WireDecision | undefined,
): readonly NameableReason[] {
  const fired = (decision?.trace ?? []).flatMap((entry) =>
    entry.stage === 'rule' && entry.holds ? [entry.code] : [],
  )
  const found = new Set([...(decision?.reasons ?? []).map(({ code }) => code), ...fired])
  const others = Object.entries(policy.reasons).flatMap(([code, { reason, change }]) =>
    found.has(code) || PLACEHOLDER.test(`${reason.en} ${change.en}`) ? [] : [code],
  )
  return [...found, ...others].flatMap((code) => {
    const worded = wordReasons(policy, decision, [code])
    const [one] = worded.ok ? worded.value : []
    return one === undefined ? [] : [{ code, reason: one.words.reason.en, found: found.has(code) }]
  })
}

interface PersonsDecision {
  readonly policy: Policy
  readonly decision: WireDecision
  /** What it follows: its facts and policy stay beside it. */
  readonly earlier: DecisionOnFile | undefined
  readonly actor: string
  /** Where less than was asked for is offered. */
  readonly counter?: Countered
}

/** A decline by a person: the policy's decision, where there was one, with the person's outcome and reasons. */
export const declinedDecision = (
  policy: Policy,
  earlier: DecisionOnFile | undefined,
  reasons: readonly DecisionReason[],
): WireDecision => ({ ...(earlier?.decision ?? undecided(policy)), outcome: 'declined', reasons })

/** Keeps an employee's decision beside the policy's, so that the borrower's pages show its reasons. Answers its number. */
export async function storePersonsDecision(
  { cipher, random }: Pick<Deps, 'cipher' | 'random'>,
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo }: Loan,
  { policy, decision, earlier, actor, counter }: PersonsDecision,
): Promise<string> {
  const decisionNo = newId(random)
  const { counter: _before, ...basis } = earlier ?? {}
  await insertDecision(unit.tx, cipher, {
    portfolioId,
    customerKey,
    loanNo,
    decisionNo,
    // A person's decision is not a function of inputs: each stands for itself.
    inputsHash: `employee/${decisionNo}`,
    policyVersion: `${policy.portfolioId}@${policy.version}`,
    outcome: decision.outcome,
    decision: { ...basis, decision, decidedBy: actor, ...(counter && { counter }) },
    decidedAt: unit.now,
  })
  return decisionNo
}

/** What stands in a decline where the policy was never asked. */
function undecided(policy: Policy): WireDecision {
  const nothing = moneyToWire(ZERO_CENTS)
  return {
    outcome: 'declined',
    amountResult: AmountResult.unavailable,
    minimum: nothing,
    maximum: nothing,
    step: nothing,
    tier: '',
    productCode: '',
    review: null,
    reasons: [],
    retriesLeft: 0,
    policyVersion: policy.version,
    productVersion: 0,
    trace: [],
  }
}
