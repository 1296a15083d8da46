import { SectionKey } from '@dolphin/domain/applications/codes'
import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Fold, Folds } from '@dolphin/ui/folds/folds'
import { type SummaryRow, SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { CallError, reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { loadChunk } from '../../app/page-loader.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { ReadingFailedHere } from '../applications/reading-failed-here.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { ScreenProps } from '../applications/application-view.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import type { Options } from './chosen-plan.ts'
import { FederalBox } from './federal-box.tsx'
import { planText } from './messages.ts'
import { frequencyText, type Plan } from './plan-figures.tsx'

type Bank = CallValue<'getBankInfo'>
type Product = CallValue<'getPortfolioProgram'>['products'][number]

/** Payment fee: amount, plan, account and every fee in one place, each with its way to change, before signing. */
export default function CheckLoanScreen(props: ScreenProps) {
  const { loanNo } = props.view
  const { portfolioId } = bootData().portfolio
  const options = useQuery(reads('getPaymentOption', { query: { loanNo } }))
  const bank = useQuery(reads('getBankInfo', { query: { loanNo } }))
  const program = useQuery(reads('getPortfolioProgram', { query: { portfolioId } }))
  usePageTitle(planText('checkTitle'))
  const failed = [options, bank, program].find(({ error }) => error instanceof CallError)
  if (failed?.error instanceof CallError) {
    const again = () => void Promise.all([options.refetch(), bank.refetch(), program.refetch()])
    return <ReadingFailedHere failure={failed.error.failure} again={again} />
  }
  if (!options.data || !bank.data || !program.data) return <Waiting />
  const { plans, savedOptionId } = options.data
  const plan = plans.find(({ optionId }) => optionId === savedOptionId)
  if (!plan) return <PlanMissing {...props} />
  const kind = plan.mapr === null ? 'standard' : 'military'
  const product = program.data.products.find((each) => each.kind === kind)
  return <CheckLoan {...props} options={options.data} plan={plan} bank={bank.data} product={product} />
}

const CheckWhy = lazy(() => loadChunk(() => import('./check-why.tsx'), import.meta.url))

interface CheckLoanProps extends ScreenProps {
  options: Options
  plan: Plan
  bank: Bank
  product: Product | undefined
}

/** The terms to check; every figure is the saved plan's. */
export function CheckLoan({ view, options, plan, bank, product, goTo, goBack }: CheckLoanProps) {
  const { busy, start } = useOpenSigning(view.loanNo)
  const change = (section: SectionKey, what: string) => (
    <Button variant="quiet" aria-label={planText('changeOf', { what })} onClick={() => goTo(section)}>
      {planText('change')}
    </Button>
  )
  return (
    <Card>
      <StepHeading lead={planText('checkLead')}>{planText('checkTitle')}</StepHeading>
      <FederalBox plan={plan} />
      <SummaryList
        rows={[
          ...planRows(plan, change),
          accountRow(bank, change),
          { label: planText('rowFees'), value: feesText(plan, product) },
          ...militaryRows(plan, change),
        ]}
      />
      <Folds>
        <Fold summary={planText('foldWhy')}>
          {() => (
            <Suspense fallback={<p role="status">{planText('working')}</p>}>
              <CheckWhy options={options} plan={plan} product={product} />
            </Suspense>
          )}
        </Fold>
      </Folds>
      <ActionBar>
        {goBack && <BackArrow label={planText('back')} onClick={goBack} />}
        <Button busy={busy} onClick={() => void start()}>
          {busy ? planText('openingAgreement') : planText('sign')}
        </Button>
      </ActionBar>
    </Card>
  )
}

type Change = (section: SectionKey, what: string) => SummaryRow['action']

/** Payments and dates, each with its way back to the screen on which both were chosen. */
function planRows(plan: Plan, change: Change): SummaryRow[] {
  const { number, frequency, firstDate, lastDate } = plan
  const payments = planText('rowPlan', { number, frequency: frequencyText(frequency).toLowerCase() })
  return [
    {
      label: payments,
      value: paymentsText(plan),
      action: change(SectionKey.loanDetail, payments),
    },
    {
      label: planText('rowDates'),
      value: planText('rowDatesValue', { first: dayText(firstDate), last: dayText(lastDate) }),
      action: change(SectionKey.paymentSchedule, planText('rowDates')),
    },
  ]
}

/** Exactly, to the cent: "7 × $109.72, then $109.68". */
function paymentsText({ number, installment, lastInstallment, coupon }: Plan): string {
  if (coupon?.even === false) return planText('rowPlanVary')
  const each = moneyText(installment)
  if (installment === lastInstallment) return planText('rowPlanEven', { number, installment: each })
  return planText('rowPlanValue', {
    others: number - 1,
    installment: each,
    last: moneyText(lastInstallment),
  })
}

function accountRow({ bankName, account }: Bank, change: Change): SummaryRow {
  const tail = account?.accountMasked.replace(/\D/g, '') ?? ''
  return {
    label: planText('rowAccount'),
    value:
      bankName === null
        ? planText('rowAccountOnly', { tail })
        : planText('rowAccountValue', { bank: bankName, tail }),
    action: change(SectionKey.bank, planText('rowAccount')),
  }
}

/** For a covered borrower alone: the protection, and the way to the answer it rests on. */
function militaryRows({ mapr }: Plan, change: Change): SummaryRow[] {
  if (mapr === null) return []
  return [
    {
      label: planText('rowMilitary'),
      value: `${planText('rowMilitaryCovered')} (${planText('mapr')} ${mapr}%)`,
      action: change(SectionKey.personal, planText('rowMilitary')),
    },
  ]
}

/** Every fee, each once; a late fee does not exist. */
function feesText({ prepaidFinanceCharge: fee }: Plan, product: Product | undefined): string {
  const returned = product?.returnedPaymentFee ?? '0.00'
  return [
    fee === '0.00' ? planText('feeNone') : planText('feeOrigination', { fee: moneyText(fee) }),
    ...(returned === '0.00' ? [] : [planText('feeReturned', { fee: moneyText(returned) })]),
  ].join(' ')
}

function PlanMissing({ goTo }: ScreenProps) {
  return (
    <Card>
      <StepHeading lead={planText('planGone')}>{planText('checkTitle')}</StepHeading>
      <Button onClick={() => goTo(SectionKey.paymentSchedule)}>{planText('continue')}</Button>
    </Card>
  )
}

/** Opens the signing of the saved plan and leads to its page. */
function useOpenSigning(loanNo: string) {
  const [, navigate] = useLocation()
  return useAct(async () => {
    const result = await call('createRequestCode', { body: { loanNo, purpose: 'signature' } })
    if (!result.ok) return showFailure(result.failure)
    navigate(result.value.url)
  })
}
