import { PaymentMode } from '@dolphin/domain/payments/codes'
import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { accountText } from '../../app/wire-text.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { isMailed, modeText } from './mode-text.ts'
import styles from './repayment.module.css'
import type { ChangeFormProps } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'
import { WhereToPay } from './where-to-pay.tsx'

/** 107: how the payments come from now on; what is not possible stands there with its reason. */
export function WayToPayForm({ kind, detail, choices: { paymentModes } }: ChangeFormProps) {
  const { loanNo, paymentMode, account } = detail
  const form = useChangeForm(kind, loanNo, {}, ({ pay }) => ({
    pay: pay ? undefined : changeText('modeMissing'),
  }))
  const chosen = paymentModes.find((each) => String(each.paymentMode) === form.chosen['pay'])
  const refused = paymentModes.filter(({ allowed }) => !allowed)
  return (
    <ChangeFormCard
      title={changeText('wayTitle')}
      lead={changeText('wayLead', { now: modeText(paymentMode) })}
      loanNo={loanNo}
      form={form}
    >
      <FieldGroup id="pay" label={changeText('wayQuestion')} error={form.error('pay')}>
        <RadioGroup
          name="pay"
          value={form.chosen['pay'] ?? ''}
          onChange={(pay) => form.set({ pay })}
          options={paymentModes
            .filter((each) => each.allowed && each.paymentMode !== paymentMode)
            .map(({ paymentMode: mode }) => ({
              value: String(mode),
              label: modeText(mode),
              hint:
                mode === PaymentMode.ach
                  ? changeText('wayAch', { account: accountText(account?.accountMasked ?? '') })
                  : changeText(isMailed(mode) ? 'wayMail' : 'wayCall'),
            }))}
        />
      </FieldGroup>
      {chosen !== undefined && <WhereToPay mode={chosen.paymentMode} loanNo={loanNo} />}
      <details className={styles.refused}>
        <summary>{changeText('wayRefused')}</summary>
        <dl>
          {refused.map(({ paymentMode: mode, reason }) => (
            <div key={mode}>
              <dt>{modeText(mode)}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      </details>
    </ChangeFormCard>
  )
}
