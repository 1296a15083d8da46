import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import type { AdvertisingObstacle } from '@dolphin/domain/consents/advertising'
import { CouponStatus } from '@dolphin/domain/loans/codes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type CallValue } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { queryClient, reads } from '../../calls/queries.ts'
import { ActForm } from '../../form/act-form.tsx'
import { ActRow, ActRows } from '../../form/act-row.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { ReadPart } from '../../list/part.tsx'
import { civilDayText, dayAndTimeText } from '../../time/instant-text.ts'
import { type CouponRow, givesText } from './gives-text.ts'
import { couponText } from './messages.ts'

interface GiveCouponProps {
  portfolioId: number
  openId: string
  /** Why no mail of it goes to the customer; null where one goes. */
  mailObstacle: AdvertisingObstacle | null
  onSay: (line: string) => void
}

const isToGive = ({ personal, couponStatus }: CouponRow): boolean =>
  personal && couponStatus === CouponStatus.inEffect

/** Gives a personal coupon to the customer of a file. */
export function GiveCoupon({ portfolioId, openId, mailObstacle, onSay }: GiveCouponProps) {
  const query = useQuery(reads('listCoupon', { query: { portfolioId } }))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ReadPart title={couponText.group} query={query}>
      {({ coupons }) => {
        const toGive = coupons.filter(isToGive)
        return (
          <>
            <ActRows>
              <ActRow
                name={couponText.give}
                effect={couponText.giveEffect(mailObstacle)}
                note={couponText.alone}
                obstacle={toGive.length === 0 ? couponText.noneToGive : null}
                onOpen={() => setIsOpen(true)}
              />
            </ActRows>
            {isOpen && (
              <GiveDialog
                openId={openId}
                effect={couponText.giveEffect(mailObstacle)}
                coupons={toGive}
                onClose={() => setIsOpen(false)}
                onGiven={(line) => {
                  setIsOpen(false)
                  onSay(line)
                  for (const name of ['customerHistory', 'customerAudit'])
                    void queryClient.invalidateQueries({ queryKey: [name] })
                }}
              />
            )}
          </>
        )
      }}
    </ReadPart>
  )
}

/** What came of it, the mail included: none is said to go that does not. */
function givenText({
  couponCode,
  validThrough,
  isNew,
  mailObstacle,
  mailLeavesFrom,
}: CallValue<'issueCoupon'>): string {
  const mail = [
    ...(mailObstacle === null ? [] : [couponText.notMailed(mailObstacle)]),
    ...(mailLeavesFrom === null ? [] : [couponText.mailed(dayAndTimeText(mailLeavesFrom))]),
  ]
  return [couponText.given(couponCode, civilDayText(validThrough), isNew), ...mail].join(' ')
}

interface GiveDialogProps {
  openId: string
  effect: string
  coupons: readonly CouponRow[]
  onClose: () => void
  onGiven: (line: string) => void
}

function GiveDialog({ openId, effect, coupons, onClose, onGiven }: GiveDialogProps) {
  const [couponCode, setCouponCode] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(couponCode === '' ? couponText.chooseMissing : undefined)
    if (couponCode === '') return
    const result = await call('issueCoupon', { body: { openId, couponCode } })
    if (!result.ok) return setTrouble(failureText(result.failure))
    onGiven(givenText(result.value))
  })
  return (
    <Dialog open title={couponText.give} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{effect}</p>
        <p className="small muted">{couponText.rule}</p>
        <Field label={couponText.coupon} error={error}>
          {(wiring) => (
            <Select
              {...wiring}
              placeholder={couponText.choose}
              options={coupons.map((one) => ({
                value: one.couponCode,
                label: couponText.option(one.couponCode, givesText(one), civilDayText(one.validThrough)),
              }))}
              value={couponCode}
              onChange={({ currentTarget: { value } }) => setCouponCode(value)}
            />
          )}
        </Field>
        <Trouble text={trouble} />
        <DialogActs act={couponText.give} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
