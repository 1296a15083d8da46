import type { Coupon } from '@dolphin/domain/coupons/coupon'
import type { Policy } from '@dolphin/domain/decisions/policy'
import { NOTICE_KINDS } from '@dolphin/domain/notices/notice-kind'
import type { NoticeTemplate } from '@dolphin/domain/notices/notice-template'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { ConsentKind, type ConsentTemplate } from '@dolphin/domain/portfolios/consent-template'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { Product } from '@dolphin/domain/portfolios/product'
import type { z } from 'zod'
import { ConsentTemplateSchema } from './consent-schema.ts'
import { CouponsSchema } from './coupon-schema.ts'
import { NoticeTemplateSchema } from './notice-schema.ts'
import { PolicySchema } from './policy-schema.ts'
import { PortfolioSchema } from './portfolio-schema.ts'
import { ProductsSchema } from './product-schema.ts'

/** What is wrong with portfolio data, and where: file below `data/portfolios`, path inside it. */
export type DataProblem = { readonly file: string; readonly path: string; readonly message: string }

/** Everything a portfolio consists of but its forms, checked. */
export type PortfolioData = {
  readonly portfolio: Portfolio
  readonly products: readonly Product[]
  readonly policy: Policy
  readonly consents: readonly ConsentTemplate[]
  readonly notices: readonly NoticeTemplate[]
  readonly coupons: readonly Coupon[]
}

/** Parsed JSON by file name below the portfolio's folder: "portfolio.json", "consents/achAuthorization.json". */
export type PortfolioFiles = Readonly<Record<string, unknown>>

/** One line for each problem, as a person mending the data wants it. */
export function describeProblems(problems: readonly DataProblem[]): string {
  return problems
    .map(({ file, path, message }) => `${file}: ${path === '' ? '' : `${path}: `}${message}`)
    .join('\n')
}

/**
 * Checks all files of one portfolio, alone and against each other. Every problem is reported, not the first
 * only. Forms are checked by their own schema and ignored here.
 */
export function checkPortfolioFiles(
  folder: string,
  files: PortfolioFiles,
): Outcome<PortfolioData, readonly DataProblem[]> {
  const problems: DataProblem[] = []
  const read = <T>(file: string, schema: z.ZodType<T>): T | undefined => {
    const result = schema.safeParse(files[file])
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      problems.push({
        file: `${folder}/${file}`,
        path: issue.path.map(String).join('.'),
        message: issue.message,
      })
    }
    return undefined
  }
  const readAll = <T>(prefix: string, schema: z.ZodType<T>): readonly T[] =>
    Object.keys(files)
      .filter((file) => file.startsWith(prefix))
      .toSorted()
      .flatMap((file) => read(file, schema) ?? [])
  const portfolio = read('portfolio.json', PortfolioSchema)
  const products = read('products.json', ProductsSchema)
  const policy = read('policy.json', PolicySchema)
  const consents = readAll('consents/', ConsentTemplateSchema)
  const notices = readAll('notices/', NoticeTemplateSchema)
  const coupons = files['coupons.json'] === undefined ? [] : read('coupons.json', CouponsSchema)
  if (!coupons || !portfolio || !products || !policy || problems.length > 0) return refused(problems)
  const data = { portfolio, products, policy, consents, notices, coupons }
  const conflicts = [
    ...policyConflicts(folder, data),
    ...missingTexts(folder, data),
    ...strayCoupons(folder, data),
  ]
  return conflicts.length > 0 ? refused(conflicts) : ok(data)
}

/** A policy that does not fit its portfolio would lend where the lender may not. */
function policyConflicts(folder: string, { portfolio, policy }: PortfolioData): readonly DataProblem[] {
  const file = `${folder}/policy.json`
  const problems: DataProblem[] = []
  if (String(portfolio.portfolioId) !== folder) {
    problems.push({
      file: `${folder}/portfolio.json`,
      path: 'portfolioId',
      message: `is not the folder's ${folder}`,
    })
  }
  if (policy.portfolioId !== portfolio.portfolioId) {
    problems.push({ file, path: 'portfolioId', message: `is not the portfolio's ${portfolio.portfolioId}` })
  }
  const asked = policy.rules
    .flatMap(({ when }) => when)
    .find(({ fact, operator }) => fact === 'state' && operator === 'notIn')?.value
  const served = Array.isArray(asked) ? asked.map(String).toSorted().join(' ') : ''
  if (served !== portfolio.states.toSorted().join(' ')) {
    problems.push({
      file,
      path: 'rules',
      message: "the state knock-out does not name exactly the portfolio's states",
    })
  }
  return problems
}

/** Rejects a coupon for a product or state that the portfolio does not have: it could never be applied. */
function strayCoupons(folder: string, { coupons, products, portfolio }: PortfolioData): DataProblem[] {
  const known = new Set([...products.map(({ productCode }) => productCode), ...portfolio.states])
  return coupons.flatMap(({ couponCode, conditions: { productCodes, states } }) =>
    [...(productCodes ?? []), ...(states ?? [])]
      .filter((one) => !known.has(one))
      .map((one) => ({
        file: `${folder}/coupons.json`,
        path: couponCode,
        message: `${one} is no product or state of the portfolio`,
      })),
  )
}

function missingTexts(folder: string, { consents, notices }: PortfolioData): readonly DataProblem[] {
  const consentGaps = Object.values(ConsentKind)
    .filter((kind) => consents.filter((template) => template.kind === kind).length !== 1)
    .map((kind) => ({ file: `${folder}/consents`, path: '', message: `needs exactly one ${kind}` }))
  const noticeGaps = NOTICE_KINDS.filter(
    (kind) => notices.filter((template) => template.kind === kind).length !== 1,
  ).map((kind) => ({ file: `${folder}/notices`, path: '', message: `needs exactly one ${kind}` }))
  return [...consentGaps, ...noticeGaps]
}
