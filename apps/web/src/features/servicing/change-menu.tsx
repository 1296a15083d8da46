import { LoanStatus } from '@dolphin/domain/loans/codes'
import { Card } from '@dolphin/ui/card/card'
import { Folded } from '@dolphin/ui/folded/folded'
import { LinkRows } from '../../app/link-rows.tsx'
import { moneyText } from '../../app/wire-text.ts'
import { CancelLoan } from './cancel-loan.tsx'
import { type LoanAct, loanPath, notNowOf } from './change-kinds.ts'
import { repaymentText } from './messages.ts'
import styles from './repayment.module.css'
import type { LoanDetail } from './step-props.ts'

interface Group {
  readonly title: 'groupPay' | 'groupWhen' | 'groupHow' | 'groupHelp'
  readonly acts: readonly LoanAct[]
}

const ONE_OR_ALL: readonly LoanAct[] = ['stop-one', 'stop-automatic']
const OFF: readonly LoanAct[] = ['authorization']

/** By what a person wants; on and off are never both offered. */
const groupsOf = ({ automatic }: LoanDetail): readonly Group[] => [
  { title: 'groupPay', acts: ['extra-payment', 'fixed-amount', 'pay-off-in-n', 'pay-off'] },
  { title: 'groupWhen', acts: ['payday', 'frequency', 'holiday', 'availability'] },
  { title: 'groupHow', acts: [...(automatic.on ? ONE_OR_ALL : OFF), 'way-to-pay'] },
  { title: 'groupHelp', acts: ['help'] },
]

/** Everything that can be done now, in groups; what cannot stands in one place below, with its reason. */
export function ChangeMenu({ detail }: { detail: LoanDetail }) {
  const { loanNo, loanStatus } = detail
  const groups = groupsOf(detail)
  const closed = groups.flatMap(({ acts }) => acts).filter((act) => reasonOf(detail, act) !== undefined)
  return (
    <>
      {groups.map(({ title, acts }) => {
        const open = acts.filter((act) => reasonOf(detail, act) === undefined)
        if (open.length === 0) return null
        return (
          <Card key={title}>
            <h2>{repaymentText(title)}</h2>
            <LinkRows
              rows={open.map((act) => ({
                href: loanPath(loanNo, act),
                title: repaymentText(TEXTS[act].label),
                hint: hintOf(detail, act),
              }))}
            />
          </Card>
        )
      })}
      {closed.length > 0 && (
        <Card tone="quiet">
          <Folded summary={repaymentText('notNow', { number: closed.length })}>
            <dl className={styles.refused}>
              {closed.map((act) => (
                <div key={act}>
                  <dt>{repaymentText(TEXTS[act].label)}</dt>
                  <dd>{reasonOf(detail, act)}</dd>
                </div>
              ))}
            </dl>
          </Folded>
        </Card>
      )}
      {loanStatus === LoanStatus.disbursed && <CancelLoan loanNo={loanNo} />}
    </>
  )
}

/** Why an act may not be asked for now. A permission and hardship assistance always may. */
const reasonOf = (detail: LoanDetail, act: LoanAct): string | undefined =>
  act === 'authorization' || act === 'help' ? undefined : notNowOf(detail, act)

const TEXTS = {
  'extra-payment': { label: 'actExtra', hint: 'hintExtra' },
  'pay-off': { label: 'actPayOff', hint: undefined },
  'pay-off-in-n': { label: 'actCount', hint: 'hintCount' },
  'fixed-amount': { label: 'actFixed', hint: 'hintFixed' },
  help: { label: 'help', hint: 'hintHelp' },
  'way-to-pay': { label: 'actWay', hint: 'hintWay' },
  'stop-automatic': { label: 'actStop', hint: 'hintStop' },
  'stop-one': { label: 'actStopOne', hint: 'hintStopOne' },
  payday: { label: 'actPayday', hint: 'hintPayday' },
  frequency: { label: 'actFrequency', hint: 'hintFrequency' },
  holiday: { label: 'actHoliday', hint: 'hintHoliday' },
  availability: { label: 'actAvailability', hint: 'hintAvailability' },
  authorization: { label: 'actAuthorization', hint: 'hintAuthorization' },
} as const satisfies Record<LoanAct, { label: string; hint: string | undefined }>

function hintOf({ payoffToday }: LoanDetail, act: LoanAct): string {
  const { hint } = TEXTS[act]
  return hint === undefined
    ? repaymentText('hintPayOff', { amount: moneyText(payoffToday) })
    : repaymentText(hint)
}
