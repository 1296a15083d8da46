import type { CallReply } from '@dolphin/contract/call'
import type { checkPortfolioCall } from '@dolphin/contract/portfolios-staff'
import { agreementDocument } from '@dolphin/domain/documents/agreement'
import { agreementFigures } from '@dolphin/domain/documents/agreement-figures'
import { decide } from '@dolphin/domain/decisions/decide'
import { sampleApplicants } from '@dolphin/domain/decisions/sample-applicants'
import { compareRational, rational } from '@dolphin/domain/money/rational'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { type ProductTrial, tryProduct } from '@dolphin/domain/plans/product-trial'
import { isUsState } from '@dolphin/domain/applications/us-states'
import type { Product } from '@dolphin/domain/portfolios/product'
import { STATE_RATE_CAPS } from '@dolphin/domain/portfolios/state-rate-caps'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { PortfolioEntry } from '../../../ports/portfolio-catalog.ts'
import { brandFindings } from './brand-findings.ts'
import { type Finding, refused } from './finding.ts'
import { sampleAgreementOf } from './sample-documents.ts'
import { textFindings } from './text-findings.ts'
import type { Deps } from '../../../deps.ts'

type Report = CallReply<typeof checkPortfolioCall>

/** What a portfolio would do to people, tried on invented ones. */
export interface EntryReport extends Pick<Report, 'applicants' | 'plans'> {
  readonly findings: readonly Finding[]
  /** One agreement for each product, of the largest amount. */
  readonly agreements: readonly { readonly productCode: string; readonly pdf: Uint8Array }[]
}

type NeededDeps = Pick<Deps, 'calendar' | 'documents' | 'config'>

/** Tries a portfolio whose data hold together: its brand, texts, products, papers and policy. */
export async function reportOn(
  deps: NeededDeps,
  entry: PortfolioEntry,
  all: readonly PortfolioEntry[],
  now: Date,
): Promise<EntryReport> {
  const day = {
    calendar: deps.calendar,
    effectiveDate: deps.calendar.next(dateIn(now, entry.portfolio.timeZone)),
  }
  const tried = entry.products.map((product) => ({ product, trials: tryProduct(product, day) }))
  const sampleAgreements = await agreements(deps, entry, tried, now)
  const policy = policyFindings(entry)
  return {
    findings: [
      ...brandFindings(deps, entry, all),
      ...textFindings(entry),
      ...tried.flatMap(({ product, trials }) => productFindings(entry, product, trials)),
      ...sampleAgreements.findings,
      ...policy.findings,
    ],
    applicants: policy.applicants,
    plans: tried.flatMap(({ product, trials }) => trials.flatMap((trial) => planView(product, trial))),
    agreements: sampleAgreements.agreements,
  }
}

type Tried = { readonly product: Product; readonly trials: readonly ProductTrial[] }

const planView = ({ productCode }: Product, { plan }: ProductTrial): Report['plans'] =>
  plan === undefined
    ? []
    : [
        {
          productCode,
          amount: moneyToWire(plan.choice.amount),
          frequency: plan.choice.frequency,
          payments: plan.choice.count,
          apr: plan.disclosure.apr,
          totalOfPayments: moneyToWire(plan.disclosure.totalOfPayments),
        },
      ]

function productFindings(
  { portfolio }: PortfolioEntry,
  product: Product,
  trials: readonly ProductTrial[],
): Finding[] {
  const file = `${portfolio.portfolioId}/products.json`
  const { productCode } = product
  const faults = trials.flatMap(({ amount, count, fault }) =>
    fault === undefined
      ? []
      : [
          refused(
            file,
            productCode,
            `A loan of ${formatCurrency(amount)} in ${count ?? 'no'} payments ${fault}. Change the product's amounts, numbers of payments or rate.`,
          ),
        ],
  )
  // A covered borrower's rate is bounded by federal law, wherever he lives; the product's schema holds it to that.
  return product.kind === 'military'
    ? faults
    : [...faults, ...capFindings(file, productCode, portfolio.states, trials)]
}

function capFindings(
  file: string,
  productCode: string,
  states: readonly string[],
  trials: readonly ProductTrial[],
): Finding[] {
  const plans = trials.flatMap(({ plan }) => plan ?? [])
  const dearest = plans.toSorted((left, right) =>
    compareRational(right.disclosure.aprRatio, left.disclosure.aprRatio),
  )[0]
  return states.flatMap((state) => {
    const cap = isUsState(state) ? STATE_RATE_CAPS[state] : undefined
    if (cap === undefined) {
      const message = `There is no rate cap of ${state} on file, so no product is known to be lawful there. Take ${state} out of the portfolio's states and the policy's, or have its rules added.`
      return [refused(file, productCode, message)]
    }
    if (cap === 'none' || dearest === undefined) return []
    if (compareRational(dearest.disclosure.aprRatio, rational(BigInt(cap), 100n)) <= 0) return []
    const { amount, count } = dearest.choice
    const message = `The APR is ${dearest.disclosure.apr} % for ${formatCurrency(amount)} in ${count} payments, and ${state} allows ${cap} %. Lower annualRate or the fee, or take ${state} out of the portfolio's states and the policy's.`
    return [refused(file, productCode, message)]
  })
}

async function agreements(
  { documents }: NeededDeps,
  entry: PortfolioEntry,
  tried: readonly Tried[],
  now: Date,
): Promise<Pick<EntryReport, 'agreements' | 'findings'>> {
  const made: EntryReport['agreements'][number][] = []
  const findings: Finding[] = []
  for (const { product, trials } of tried) {
    const plan = trials.findLast((trial) => trial.fault === undefined)?.plan
    if (plan === undefined) continue
    const { productCode } = product
    try {
      const input = sampleAgreementOf(entry, product, plan)
      const { pdf } = await documents.renderAgreement(agreementDocument(input), agreementFigures(input), now)
      made.push({ productCode, pdf })
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      const file = `${entry.portfolio.portfolioId}/portfolio.json`
      const message = `The agreement of ${productCode} cannot be made (${reason}). Shorten or simplify the lender's names and texts.`
      findings.push(refused(file, 'lender', message))
    }
  }
  return { agreements: made, findings }
}

function policyFindings({
  portfolio,
  policy,
  products,
}: PortfolioEntry): Pick<EntryReport, 'applicants' | 'findings'> {
  const file = `${portfolio.portfolioId}/policy.json`
  const applicants = sampleApplicants(policy, portfolio.states).map(({ name, facts, expected }) => {
    const { outcome, maximum, reasons } = decide({ policy, products }, facts)
    return {
      name,
      outcome,
      maximum: moneyToWire(maximum),
      reasons: reasons.map(({ code }) => code),
      asExpected: expected.includes(outcome),
      expected,
    }
  })
  const findings = applicants
    .filter(({ asExpected }) => !asExpected)
    .map(({ name, outcome, reasons, expected }) =>
      refused(
        file,
        'rules',
        `The policy answers "${outcome}" (${reasons.join(', ') || 'no reason'}) to the sample applicant "${name}", who should be ${expected.join(' or ')}. Change the rule or limit that says so.`,
      ),
    )
  return {
    applicants: applicants.map(({ name, outcome, maximum, reasons, asExpected }) => ({
      name,
      outcome,
      maximum,
      reasons,
      asExpected,
    })),
    findings,
  }
}
