import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useEffect, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { call, whenTouchNeeded } from '../../calls/call.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { giveTouch, type Touch } from './give-touch.ts'
import { touchText } from './messages.ts'
import { TouchedAct } from './touched-act.tsx'

/** A touch that is asked for, and what waits for it. */
interface Asked {
  readonly touch: Touch
  readonly settle: (isTouched: boolean) => void
}

/** Asks for a passkey wherever an act of these pages releases money, over what is shown, and lets the act go on. */
export function TouchGate() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    whenTouchNeeded(async (name, body) => {
      const request = body as Readonly<Record<string, unknown>>
      const answer = await call('askTouch', { body: { call: name, request } })
      if (!answer.ok) return false
      const isTouched = await new Promise<boolean>((settle) => setAsked({ touch: answer.value, settle }))
      setAsked(undefined)
      return isTouched
    })
    return () => whenTouchNeeded(() => Promise.resolve(false))
  }, [])
  return asked && <TouchDialog key={asked.touch.touchNo} {...asked} />
}

function TouchDialog({ touch, settle }: Asked) {
  const { employeeId } = useSession()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const refusal = await giveTouch(touch, employeeId)
    if (refusal === undefined) settle(true)
    else setTrouble(refusal)
  })
  const close = () => settle(false)
  return (
    <Dialog open title={touch.title} onClose={close}>
      <ActForm onSubmit={start}>
        <TouchedAct touch={touch} />
        <Trouble text={trouble} />
        <DialogActs act={touchText.touch} busy={busy} onClose={close} />
      </ActForm>
    </Dialog>
  )
}
