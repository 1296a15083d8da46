import { US_STATES } from '@dolphin/domain/applications/us-states'
import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { ARBITRATION_TERMS } from '@dolphin/domain/documents/arbitration-terms'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { documentLender } from '@dolphin/domain/documents/party'
import { sampleAgreement } from '@dolphin/domain/documents/sample-agreement'
import { NOTICE_PLACEHOLDERS, type PlaceholderKind } from '@dolphin/domain/notices/notice-kind'
import type { NoticeTemplate } from '@dolphin/domain/notices/notice-template'
import { type RenderedNotice, renderNotice } from '@dolphin/domain/notices/render-notice'
import { percentText } from '@dolphin/domain/money/percent'
import type { Plan } from '@dolphin/domain/plans/plan'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Product } from '@dolphin/domain/portfolios/product'
import type { PortfolioEntry } from '../../../ports/portfolio-catalog.ts'

/** A product's plan as its agreement would say it to an invented borrower. */
export function sampleAgreementOf(
  { portfolio }: PortfolioEntry,
  product: Product,
  plan: Plan,
): AgreementInput {
  const { disclosure, schedule, choice, effectiveDate, prepaidFinanceCharge } = plan
  const [state = 'DE'] = portfolio.states
  const stateName = US_STATES.find(({ code }) => code === state)?.name ?? state
  const coveredBorrower = product.kind === 'military'
  return sampleAgreement({
    lender: documentLender(portfolio.lender, portfolio.theme.primaryColor),
    loanNo: `${portfolio.portfolioId}-0000000`,
    effectiveDate,
    documentDate: effectiveDate,
    cancelBy: effectiveDate,
    annualRate: percentText(product.annualRate),
    frequency: choice.frequency === PaymentFrequency.weekly ? 'weekly' : 'bi-weekly',
    disclosure: {
      apr: disclosure.apr,
      financeCharge: disclosure.financeCharge,
      amountFinanced: disclosure.amountFinanced,
      totalOfPayments: disclosure.totalOfPayments,
    },
    itemization: {
      principal: choice.amount,
      paidToBorrower: disclosure.amountFinanced,
      paidToOthers: [],
      prepaidFinanceCharge,
    },
    installments: schedule.installments.map(({ dueDate, payment, principal, interest, balanceAfter }) => ({
      dueDate,
      amount: payment,
      principal,
      interest,
      balanceAfter,
    })),
    returnedPaymentFee: product.returnedPaymentFee,
    ...(portfolio.arbitration && !coveredBorrower ? { arbitrationTerms: ARBITRATION_TERMS } : {}),
    coveredBorrower,
    stateTerms: {
      stateName,
      paragraphs: [`${stateName} law applies to this agreement as far as federal law does not.`],
    },
  })
}

/** A notice filled with words that say of themselves that they are samples. */
export function sampleNotice(
  { portfolio }: PortfolioEntry,
  template: NoticeTemplate,
  locale: Locale,
): RenderedNotice {
  const own: Readonly<Record<string, PlaceholderKind>> = NOTICE_PLACEHOLDERS[template.kind]
  const values = Object.fromEntries(
    Object.entries(own).map(([name, kind]) => {
      if (kind === 'link') return [name, `https://${portfolio.domainOfWeb}/sample`]
      return [name, kind === 'list' ? [`[${name} 1]`, `[${name} 2]`] : `[${name}]`]
    }),
  )
  return renderNotice(template, portfolio.lender, locale, values as Parameters<typeof renderNotice>[3])
}
