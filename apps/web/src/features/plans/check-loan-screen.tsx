import { SectionKey } from '@dolphin/domain/applications/codes'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { type SummaryRow, SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { Why } from '@dolphin/ui/why/why'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
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
import { planText } from './messages.ts'
import { frequencyText, type Plan, PlanFigures, WhyFigure } from './plan-figures.tsx'

type Options = CallValue<'getPaymentOption'>
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

const CostPicture = lazy(() => loadChunk(() => import('./cost-picture.tsx'), import.meta.url))
const FirstDateWhy = lazy(async () => ({ default: (await import('./plan-why.tsx')).FirstDateWhy }))
const FeeWhy = lazy(async () => ({ default: (await import('./plan-why.tsx')).FeeWhy }))

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
      <PlanFigures plan={plan} />
      <Suspense fallback={null}>
        <CostPicture plan={plan} />
      </Suspense>
      <SummaryList
        rows={[
          ...planRows(plan, options, change),
          accountRow(bank, change),
          militaryRow(plan, change),
          ...feeRows(plan, product),
        ]}
      />
      <p>{planText('signNext')}</p>
      <ButtonRow>
        {goBack && <BackButton onClick={goBack}>{planText('back')}</BackButton>}
        <Button busy={busy} onClick={() => void start()}>
          {busy ? planText('openingAgreement') : planText('sign')}
        </Button>
      </ButtonRow>
    </Card>
  )
}

type Change = (section: SectionKey, what: string) => SummaryRow['action']

/** A figure with the answer to "Why?" under it. */
const withWhy = (value: string, about: string, answer: () => ReactNode): ReactNode => (
  <>
    {value}
    <Why label={planText('why')} about={about}>
      {() => <Suspense fallback={null}>{answer()}</Suspense>}
    </Why>
  </>
)

function planRows(plan: Plan, options: Options, change: Change): SummaryRow[] {
  const terms = {
    number: plan.number,
    installment: moneyText(plan.installment),
    frequency: frequencyText(plan.frequency).toLowerCase(),
  }
  return [
    {
      label: planText('rowAmount'),
      value: moneyText(plan.amount),
      action: change(SectionKey.loanDetail, planText('rowAmount')),
    },
    {
      label: planText('rowPlan'),
      value: planText('rowPlanValue', terms),
      action: change(SectionKey.paymentSchedule, planText('rowPlan')),
    },
    {
      label: planText('rowFirst'),
      value: withWhy(dayText(plan.firstDate), planText('rowFirst'), () => <FirstDateWhy options={options} />),
      action: change(SectionKey.paymentSchedule, planText('rowFirst')),
    },
    {
      label: planText('rowLast'),
      value: (
        <>
          {dayText(plan.lastDate)}
          <WhyFigure figure="lastDate" about={planText('rowLast')} plan={plan} />
        </>
      ),
    },
  ]
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

/** The answer that decides between the products; it can be corrected until the signature. */
function militaryRow({ mapr }: Plan, change: Change): SummaryRow {
  return {
    label: planText('rowMilitary'),
    value: planText(mapr === null ? 'rowMilitaryStandard' : 'rowMilitaryCovered'),
    action: change(SectionKey.personal, planText('rowMilitary')),
  }
}

function feeRows(plan: Plan, product: Product | undefined): SummaryRow[] {
  const none = planText('rowNone')
  const prepaid = plan.prepaidFinanceCharge
  const fee = planText('rowPrepaidValue', { fee: moneyText(prepaid) })
  // The coupon row shows what the coupon takes off the fee
  const isByRate = plan.coupon === null && product !== undefined && product.originationFeeRate !== null
  const returned = product?.returnedPaymentFee ?? '0.00'
  return [
    {
      label: planText('rowPrepaid'),
      value: prepaid === '0.00' ? none : isByRate ? withFeeWhy(fee, plan, product) : fee,
    },
    {
      label: planText('rowReturned'),
      value: returned === '0.00' ? none : planText('rowReturnedValue', { fee: moneyText(returned) }),
    },
    { label: planText('rowLate'), value: none },
  ]
}

const withFeeWhy = (fee: string, { amount }: Plan, product: Product): ReactNode =>
  withWhy(fee, planText('rowPrepaid'), () => <FeeWhy amount={amount} product={product} />)

function PlanMissing({ goTo }: ScreenProps) {
  return (
    <Card>
      <StepHeading lead={planText('planGone')}>{planText('planTitle')}</StepHeading>
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
