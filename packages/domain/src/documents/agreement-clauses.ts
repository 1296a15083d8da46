import { cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { paymentOrderOf, paymentOrderText } from '../payments/payment-order.ts'
import type { AgreementInput } from './agreement-input.ts'
import { COUPON_LABELS } from './agreement-labels.ts'
import type { Block } from './document-model.ts'
import { estimateMark } from './estimate.ts'
import { longDate } from './long-date.ts'
import { addressLine, lenderLine } from './party.ts'

const heading = (text: string, level: 2 | 3 = 2): Block => ({ kind: 'heading', level, text })
const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

/** Who, what and when, before the figures. */
export function partiesBlocks(input: AgreementInput): readonly Block[] {
  const { lender, borrower, account } = input
  return [
    heading('Who makes this agreement'),
    {
      kind: 'facts',
      facts: [
        { label: 'Lender (“we”)', value: lenderLine(lender) },
        { label: 'Borrower (“you”)', value: `${borrower.name}, ${addressLine(borrower.address)}` },
        { label: 'Loan number', value: input.loanNo },
        { label: 'Date of this document', value: longDate(input.documentDate) },
        { label: 'Money expected on', value: `${longDate(input.effectiveDate)}${estimateMark(input)}` },
        {
          label: 'Your bank account',
          value: `${account.bankName}, ${account.type}, ending in ${account.last4}`,
        },
      ],
    },
  ]
}

/** The note: promise, interest, order of payments, paying early, late, returned, default. */
export function noteBlocks(input: AgreementInput): readonly Block[] {
  const { itemization, annualRate, effectiveDate, returnedPaymentFee, lender } = input
  const fee =
    returnedPaymentFee > 0n
      ? `If your bank returns a payment unpaid, we may charge a fee of ${formatCurrency(returnedPaymentFee)}, once for that payment, no matter how often it is tried again.`
      : 'We charge no fee if your bank returns a payment unpaid.'
  return [
    heading('Promissory note'),
    heading('Your promise to pay', 3),
    paragraph(
      `You promise to pay us the principal of ${formatCurrency(itemization.principal)} and interest on it, in the payments and on the dates of the payment schedule above.`,
    ),
    heading('Interest', 3),
    paragraph(
      `Interest is simple interest at ${annualRate}% a year on the principal that is still unpaid, for each day, with a year of 365 days. It starts the day after you have the money, expected on ${longDate(effectiveDate)}. If you get the money later than that, your payment dates stay and your first interest is smaller. Unpaid interest bears no interest.`,
    ),
    ...couponBlocks(input),
    heading('How we use your payments', 3),
    paragraph(paymentOrderText(paymentOrderOf(input.documentVersion))),
    heading('Paying early', 3),
    paragraph(
      'You may pay all or part of the loan early at any time without a penalty. Interest stops on what you have paid. Ask us for your payoff amount, or see it in your account.',
    ),
    heading('Late and returned payments', 3),
    paragraph(`We charge no late fee. Interest continues each day on unpaid principal. ${fee}`),
    heading('Default', 3),
    paragraph(
      'You are in default if you do not make a payment within the days your state allows after its due date. We may then ask you to pay the whole unpaid balance, after any notice and any right to cure that your state gives you. We will not take your wages without a court order.',
    ),
    heading('If you have trouble paying', 3),
    paragraph(
      `Call us at ${lender.phone} (${lender.hours}) before the due date. We will look for a way with you.`,
    ),
  ]
}

/** What the coupon takes off, and what becomes of it when payments come early or late. */
function couponBlocks({ coupon }: AgreementInput): readonly Block[] {
  if (coupon === undefined) return []
  const { couponCode, saving, waivedFee } = coupon
  const credit = cents(saving - waivedFee)
  const texts = [
    ...(waivedFee > 0n
      ? [`With it we do not charge the origination fee of ${formatCurrency(waivedFee)}.`]
      : []),
    ...(credit > 0n
      ? [
          `With it we credit ${formatCurrency(credit)} against your interest, on the due dates; the interest of each payment in the schedule is what is left after its credit. You keep the credit if you pay late. If you pay off early, you get the credits of the payments due so far and of the next one, up to the interest by then; later interest and its credits fall away together.`,
        ]
      : []),
  ]
  return [
    heading('Your coupon', 3),
    {
      kind: 'facts',
      facts: [
        { label: COUPON_LABELS.couponCode, value: couponCode },
        { label: COUPON_LABELS.couponSaving, value: formatCurrency(saving) },
      ],
    },
    paragraph(['The figures of this agreement include your coupon.', ...texts].join(' ')),
  ]
}

const AUTHORIZATION_STATE: Readonly<Record<AgreementInput['achAuthorization'], string>> = {
  offered: 'You have not yet chosen. You choose when you sign.',
  given: 'You agreed to automatic payments.',
  declined: 'You declined automatic payments. No payment will be taken from your account automatically.',
}

/** The separate, declinable consent to debits. Source: Regulation E, 12 CFR 1005.10(b)-(e). */
export function authorizationBlocks(input: AgreementInput): readonly Block[] {
  const { account, lender, borrower, loanNo } = input
  return [
    heading('Authorization of automatic payments (ACH)'),
    {
      kind: 'callout',
      title: 'This is a separate choice. We do not make the loan depend on it.',
      paragraphs: [AUTHORIZATION_STATE[input.achAuthorization]],
    },
    paragraph(
      `If you agree, ${borrower.name} authorizes ${lender.legalName} to debit the ${account.type} account ending in ${account.last4} at ${account.bankName} electronically for each payment of loan ${loanNo}, in the amount and on the due date of the payment schedule of the agreement, or on the next banking day where the bank is closed.`,
    ),
    {
      kind: 'list',
      ordered: false,
      items: [
        'If a payment is returned unpaid, we may try it again at most two times. After two failed attempts in a row we ask for a new authorization before we try again.',
        'If a debit will differ in amount from the schedule, we tell you at least 10 days before.',
        `You may stop one debit or all of them at any time: in your account, by telephone ${lender.phone}, by email to ${lender.email}, or through your bank. Tell us or your bank at least 3 business days before the debit.`,
        'If you tell us in time and we debit you nevertheless, we are liable for your losses or damages.',
        'This authorization ends when the loan is paid or when you revoke it. You still owe what is unpaid and pay in another way.',
      ],
    },
    paragraph(
      `Without automatic payments you pay by check or money order to ${lender.legalName}, ${addressLine(lender.address)}, or in a way shown in your account. Write loan number ${loanNo} on your payment.`,
    ),
  ]
}

/** The right to undo the loan at no cost. */
export function cancellationBlocks({ cancelBy, lender, loanNo }: AgreementInput): readonly Block[] {
  return [
    heading('Your right to cancel'),
    {
      kind: 'callout',
      title: `You may cancel until midnight, New York time, of ${longDate(cancelBy)}`,
      paragraphs: [
        `Cancel in your account, by telephone ${lender.phone}, or by email to ${lender.email}, and name loan ${loanNo}. If the money was not sent, we do not send it. If it was sent, you return the amount we sent you, and you owe no interest and no fee.`,
      ],
    },
  ]
}

/** The arbitration clause, never for a covered borrower. Source: 32 CFR 232.8(c). */
export function arbitrationBlocks({ arbitrationTerms, coveredBorrower }: AgreementInput): readonly Block[] {
  if (arbitrationTerms === undefined || coveredBorrower) return []
  return [
    heading('Arbitration'),
    ...arbitrationTerms.map(paragraph),
    paragraph(
      'This clause does not apply to a covered borrower under the Military Lending Act, whatever it says elsewhere.',
    ),
  ]
}

/** Printed in every agreement. Source: the statement of 32 CFR 232.6(c)(3). */
export function militaryBlocks({ lender }: AgreementInput): readonly Block[] {
  return [
    heading('Statement for members of the Armed Forces and their dependents'),
    paragraph(
      'Federal law provides important protections to members of the Armed Forces and their dependents relating to extensions of consumer credit. In general, the cost of consumer credit to a member of the Armed Forces and his or her dependent may not exceed an annual percentage rate of 36 percent. This rate must include, as applicable to the credit transaction or account: the costs associated with credit insurance premiums; fees for ancillary products sold in connection with the credit transaction; any application fee charged (other than certain application fees for specified credit transactions or accounts); and any participation fee charged (other than certain participation fees for a credit card account).',
    ),
    paragraph(`To hear this statement and a description of your payment obligation, call ${lender.phone}.`),
  ]
}

/** State terms, license and how to reach the lender. */
export function stateBlocks({ stateTerms, lender }: AgreementInput): readonly Block[] {
  return [
    heading(`Terms for residents of ${stateTerms.stateName}`),
    ...stateTerms.paragraphs.map(paragraph),
    paragraph(lender.licenseText),
    paragraph(
      `Questions or complaints: ${lenderLine(lender)}, ${lender.hours}. You may also turn to the regulator of your state or to the Consumer Financial Protection Bureau at consumerfinance.gov.`,
    ),
  ]
}
