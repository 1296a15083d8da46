import type { getPortfolioProgramCall, portfolioTheme, portfolioWhole } from '@dolphin/contract/portfolios'
import type { CallReply } from '@dolphin/contract/call'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { percentText } from '@dolphin/domain/money/percent'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { Product } from '@dolphin/domain/portfolios/product'
import type { z } from 'zod'
import type { ForReaders } from '../../reader-words.ts'

/** What pages need of a brand. */
export function themeView(portfolio: Portfolio): ForReaders<z.output<typeof portfolioTheme>> {
  const { lender, theme } = portfolio
  const { street, city, state, zip } = lender.address
  return {
    portfolioId: portfolio.portfolioId,
    version: portfolio.version,
    domainOfWeb: portfolio.domainOfWeb,
    domainOfWap: portfolio.domainOfWap,
    faviconUrl: portfolio.faviconUrl,
    primaryColor: theme.primaryColor,
    secondaryColor: theme.secondaryColor,
    thirdColor: theme.thirdColor,
    spinner: portfolio.spinner,
    brandName: lender.brandName,
    legalName: lender.legalName,
    address: `${street}, ${city}, ${state} ${zip}`,
    phone: lender.phone,
    email: lender.email,
    hours: lender.hours,
    licenseText: lender.licenceText,
    states: [...portfolio.states],
    originating: portfolio.originating,
    timeZone: portfolio.timeZone,
    passwordPolicy: portfolio.passwordPolicy,
    statementFileTypes: [...portfolio.statementFileTypes],
  }
}

/** The whole of a portfolio, for operations. */
export function wholeView(portfolio: Portfolio): ForReaders<z.output<typeof portfolioWhole>> {
  return {
    ...themeView(portfolio),
    approvalMode: portfolio.approvalMode,
    tribeReview: portfolio.tribeReview,
    arbitration: portfolio.arbitration,
    ibvProvider: portfolio.ibvProvider,
    cutOffSameDay: portfolio.cutOff.sameDay,
    cutOffBatch: portfolio.cutOff.batch,
    collectionDayCount: portfolio.collectionDayCount,
    pastDueGraceDays: portfolio.pastDueGraceDays,
    waiveRestBelow: moneyToWire(portfolio.waiveRestBelow),
  }
}

type ProgramProduct = ForReaders<CallReply<typeof getPortfolioProgramCall>>['products'][number]

/** A product as the pages compare it; rates in percent. */
export function productView(product: Product): ProgramProduct {
  const fee = product.originationFee
  return {
    productCode: product.productCode,
    name: product.name,
    kind: product.kind,
    minimumAmount: moneyToWire(product.minimumAmount),
    maximumAmount: moneyToWire(product.maximumAmount),
    amountStep: moneyToWire(product.amountStep),
    annualRate: percentText(product.annualRate),
    minimumInstallments: product.minimumInstallments,
    maximumInstallments: product.maximumInstallments,
    maximumTermDays: product.maximumTermDays,
    returnedPaymentFee: moneyToWire(product.returnedPaymentFee),
    originationFeeRate: fee === null ? null : percentText(fee.rate),
    originationFeeMaximum: fee === null ? null : moneyToWire(fee.maximum),
    paymentFrequencies: [...product.paymentFrequencies],
  }
}
