import { counterAmount } from '@dolphin/domain/decisions/counteroffer'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Waiting } from '../../app/reading.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import { TextField } from '../../form/text-field.tsx'
import { amountOf } from '../../form/typed-amount.ts'
import { counterText } from './counter-messages.ts'
import { reviewText } from './messages.ts'
import { NoticePreview } from './notice-preview.tsx'
import { areWholeReasons, ReasonChoice } from './reason-choice.tsx'
import { ReviewAct, type ReviewDialogProps } from './review-dialog.tsx'

type Case = CallValue<'showReviewCase'>
type Bounds = NonNullable<Case['counter']>

/** Offers a lower amount than was asked for; the borrower takes it, or it ends after 30 days. */
export function CounterDialog({ row, onClose, onDecided }: ReviewDialogProps) {
  const { loanNo, customerName } = row
  const { data, error } = useQuery(reads('showReviewCase', { params: { loanNo } }))
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const failure = data === undefined ? failureOf(error) : undefined
  const amount = data?.counter ? amountWithin(data.counter, typed) : undefined
  const isWhole = amount !== undefined && areWholeReasons(chosen)
  const order = { loanNo, amount: amount ?? '', reasonCodes: [...chosen] }
  const reread = () => void queryClient.invalidateQueries({ queryKey: ['showReviewCase'] })
  return (
    <ReviewAct
      title={counterText.title(loanNo)}
      act={counterText.act}
      onFaults={setFaults}
      onClose={() => {
        reread()
        onClose()
      }}
      onDone={(approvalNo) => onDecided(counterText.done(customerName, order.amount), approvalNo)}
      send={async (note) => {
        setFaults({
          ...(amount === undefined && { amount: counterText.amountWrong }),
          ...(!areWholeReasons(chosen) && { reasonCodes: reviewText.reasonsMissing }),
        })
        const { counter } = data ?? {}
        if (!isWhole || !counter) return undefined
        return await call('counterLoan', { body: { ...order, decisionNo: counter.decisionNo, note } })
      }}
    >
      <p>{counterText.effect}</p>
      {failure && <p role="alert">{failureText(failure)}</p>}
      {data === undefined && !failure && <Waiting />}
      {data?.counter === null && <p role="alert">{counterText.nothingLower}</p>}
      {data?.counter && (
        <>
          <TextField
            label={counterText.amount}
            hint={counterText.amountHint(data.counter)}
            inputMode="decimal"
            width="short"
            value={typed}
            error={faults['amount']}
            onChange={setTyped}
          />
          <ReasonChoice
            reasons={data.reasons}
            chosen={chosen}
            error={faults['reasonCodes']}
            onChange={setChosen}
          />
          <NoticePreview missing={isWhole ? undefined : counterText.chooseFirst}>
            {() =>
              reads('previewCounter', { body: { ...order, decisionNo: data.counter?.decisionNo ?? '' } })
            }
          </NoticePreview>
        </>
      )}
    </ReviewAct>
  )
}

/** The typed amount as the wire has it, judged by the function that the server judges it by; undefined where it is refused. */
function amountWithin({ minimum, maximum, step }: Bounds, typed: string): string | undefined {
  const wire = amountOf(typed)
  const amount = wire === undefined ? undefined : parseMoney(wire)
  if (amount === undefined) return undefined
  const bounds = { minimum: onWire(minimum), maximum: onWire(maximum), step: onWire(step) }
  return counterAmount(bounds, amount).ok ? wire : undefined
}

function onWire(text: string): Cents {
  const amount = parseMoney(text)
  if (amount === undefined) throw new Error('The server names amounts')
  return amount
}
