import { Button } from '@dolphin/ui/button/button'
import { DataTable } from '@dolphin/ui/data-table/data-table'
import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type CallFailure, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { persistedState } from '../../app/persisted-state.ts'
import { showFailure } from '../../app/show-failure.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { moneyText } from '../../app/wire-text.ts'
import { planText } from './messages.ts'
import styles from './payment-plan.module.css'
import type { Plan } from './plan-figures.tsx'

interface PlanCouponProps {
  loanNo: string
  /** The coupon that the loan holds. */
  couponCode: string | null
  plan: Plan
}

/** "I have a coupon": type a code, see the plan before and after, take the coupon off again. */
export function PlanCoupon({ loanNo, couponCode, plan }: PlanCouponProps) {
  const queries = useQueryClient()
  const reread = () => queries.invalidateQueries()
  const [isOpen, setOpen] = useState(couponCode !== null)
  // Once opened it keeps the room of what comes: the page below does not move when a coupon is applied or taken off.
  return (
    <div className={isOpen ? styles.couponRoom : undefined}>
      {couponCode === null ? (
        <EnterCoupon loanNo={loanNo} isOpen={isOpen} onOpen={() => setOpen(true)} onApplied={reread} />
      ) : (
        <HeldCoupon loanNo={loanNo} couponCode={couponCode} plan={plan} onRemoved={reread} />
      )}
    </div>
  )
}

const fieldMessage = (failure: CallFailure): string | undefined =>
  failure.kind === 'refused'
    ? failure.data.errors?.find(({ elementKey }) => elementKey === 'couponCode')?.message
    : undefined

interface EnterCouponProps {
  loanNo: string
  /** Opened before: after a coupon was taken off, too. */
  isOpen: boolean
  onOpen: () => void
  onApplied: () => Promise<void>
}

function EnterCoupon({ loanNo, isOpen, onOpen, onApplied }: EnterCouponProps) {
  const form = useSimpleForm({
    initial: { couponCode: '' },
    validate: ({ couponCode }) => ({
      couponCode: couponCode.trim() === '' ? planText('couponMissing') : undefined,
    }),
  })
  useCheckedCode((code) => {
    if (form.values.couponCode === '') form.set('couponCode', code)
  })
  const { busy, start } = useAct(async (couponCode: string) => {
    const result = await call('couponApply', { body: { loanNo, couponCode } })
    if (result.ok) return await onApplied()
    const message = fieldMessage(result.failure)
    if (message === undefined) await showFailure(result.failure)
    else form.refuse({ couponCode: message })
  })
  return (
    <details
      className={styles.coupon}
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen()
      }}
    >
      <summary>{planText('couponOpen')}</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit(({ couponCode }) => void start(couponCode.trim()))
        }}
      >
        <FormErrors form={form} />
        <Field id="couponCode" label={planText('couponLabel')} error={form.error('couponCode')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              value={form.values.couponCode}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              onChange={(event) => form.set('couponCode', event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary" busy={busy}>
          {busy ? planText('couponApplying') : planText('couponApply')}
        </Button>
      </form>
    </details>
  )
}

/** Passes on the code of a coupon checked before on this device, so that the borrower does not retype it. */
function useCheckedCode(give: (couponCode: string) => void): void {
  const onFound = useEffectEvent(give)
  useEffect(() => {
    let wanted = true
    void persistedState('coupon').then((kept) => {
      if (wanted && kept !== undefined) onFound(kept.couponCode)
    })
    return () => {
      wanted = false
    }
  }, [])
}

interface HeldCouponProps extends PlanCouponProps {
  couponCode: string
  onRemoved: () => Promise<void>
}

function HeldCoupon({ loanNo, couponCode, plan, onRemoved }: HeldCouponProps) {
  const { busy, start } = useAct(async () => {
    const result = await call('couponRemove', { body: { loanNo, couponCode } })
    if (result.ok) await onRemoved()
    else await showFailure(result.failure)
  })
  const { coupon } = plan
  return (
    <section className={styles.coupon} aria-labelledby="coupon-heading">
      <h2 id="coupon-heading">{planText('couponTitle')}</h2>
      <p role="status">
        {coupon === null
          ? planText('couponIdle', { code: couponCode })
          : planText('couponSaves', { code: couponCode, saving: moneyText(coupon.saving) })}
      </p>
      {coupon !== null && <BeforeAndAfter plan={plan} before={coupon.before} />}
      <Button variant="quiet" busy={busy} onClick={() => void start()}>
        {busy ? planText('couponRemoving') : planText('couponRemove')}
      </Button>
    </section>
  )
}

type Before = NonNullable<Plan['coupon']>['before']

function BeforeAndAfter({ plan, before }: { plan: Plan; before: Before }) {
  const rows = [
    { label: planText('apr'), without: `${before.apr}%`, withIt: `${plan.apr}%` },
    ...(['financeCharge', 'totalOfPayments'] as const).map((name) => ({
      label: planText(name),
      without: moneyText(before[name]),
      withIt: moneyText(plan[name]),
    })),
    {
      label: planText('youReceive'),
      without: moneyText(before.amountFinanced),
      withIt: moneyText(plan.amountFinanced),
    },
  ]
  return (
    <DataTable
      caption={planText('couponTable')}
      columns={[
        { key: 'figure', heading: planText('couponFigure'), cell: ({ label }) => label },
        { key: 'without', heading: planText('couponWithout'), cell: (row) => row.without, numeric: true },
        { key: 'with', heading: planText('couponWith'), cell: (row) => row.withIt, numeric: true },
      ]}
      rows={rows}
      rowKey={({ label }) => label}
    />
  )
}
