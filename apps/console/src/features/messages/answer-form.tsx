import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { Field } from '@dolphin/ui/field/field'
import { TextArea } from '@dolphin/ui/text-input/text-input'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { messageText } from './messages.ts'

/** As the call takes it. */
const LONGEST = 4_000

interface AnswerFormProps {
  openId: string
  /** The loan whose conversation it is; undefined: of the account. */
  loanNo: string | undefined
  onSent: () => void
  onSettled: () => void
}

/** The answer, in the conversation of the question; what could not be sent stays in the field. */
export function AnswerForm({ openId, loanNo, onSent, onSettled }: AnswerFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [settles, setSettles] = useState(false)
  const { busy, start } = useAct(async () => {
    const isEmpty = text.trim() === ''
    setTrouble(undefined)
    setError(isEmpty ? messageText.missing : undefined)
    if (isEmpty) return
    const result = await call('answerMessage', { body: { openId, text: text.trim(), loanNo } })
    if (result.ok) onSent()
    else setTrouble(failureText(result.failure))
  })
  const about = loanNo === undefined ? messageText.ofAccount : messageText.ofLoan(loanNo)
  return (
    <>
      <ActForm onSubmit={start}>
        <Trouble text={trouble} />
        <Field label={messageText.answer} hint={messageText.answerHint(about)} error={error}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={4}
              maxLength={LONGEST}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="acts">
          <Button type="submit" busy={busy}>
            {messageText.send}
          </Button>
          <Button variant="secondary" onClick={() => setSettles(true)}>
            {messageText.settle}
          </Button>
        </div>
      </ActForm>
      {settles && <SettleDialog openId={openId} onClose={() => setSettles(false)} onSettled={onSettled} />}
    </>
  )
}

interface SettleDialogProps {
  openId: string
  onClose: () => void
  onSettled: () => void
}

function SettleDialog({ openId, onClose, onSettled }: SettleDialogProps) {
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const result = await call('settleMessage', { body: { openId } })
    if (result.ok) onSettled()
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={messageText.settleTitle} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{messageText.settleEffect}</p>
        <Trouble text={trouble} />
        <DialogActs act={messageText.settleIt} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
