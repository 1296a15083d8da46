import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { PageHeading } from '../../app/page-heading.tsx'
import { useSession } from '../../app/session.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import type { CallFailure } from '../../calls/call-failure.ts'
import { failureText, isRefusal } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { provePasskey } from '../../passkey/demonstration.ts'
import { TROUBLE_TEXTS } from '../../passkey/passkey.ts'
import { dayAndTimeText } from '../../time/instant-text.ts'
import { AdmittedTerminal } from './admitted-terminal.tsx'
import { terminalText } from './messages.ts'

/** Lets the employee's own terminal in, by the code that it shows. */
export function TerminalPage() {
  const [label, setLabel] = useState<string>()
  return (
    <div className="page narrow">
      <PageHeading title={terminalText.title} />
      <section className="panel padded">
        {label === undefined ? (
          <CodeForm onAdmitted={setLabel} />
        ) : (
          <AdmittedTerminal label={label} onAnother={() => setLabel(undefined)} />
        )}
      </section>
    </div>
  )
}

type Shown = CallValue<'beginLettingIn'> & { readonly code: string }

function CodeForm({ onAdmitted }: { onAdmitted: (label: string) => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [shown, setShown] = useState<Shown>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(code.trim() === '' ? terminalText.missingCode : undefined)
    if (code.trim() === '') return
    const begun = await call('beginLettingIn', { body: { code: code.trim() } })
    if (begun.ok) setShown({ ...begun.value, code: code.trim() })
    else setTrouble(terminalTrouble(begun.failure))
  })
  if (shown !== undefined)
    return <TouchStep shown={shown} onAdmitted={onAdmitted} onBack={() => setShown(undefined)} />
  return (
    <ActForm onSubmit={start}>
      <p>{terminalText.lead}</p>
      <Trouble text={trouble} />
      <TextField
        label={terminalText.code}
        hint={terminalText.codeHint}
        width="medium"
        autoComplete="off"
        value={code}
        error={error}
        onChange={setCode}
      />
      <Button type="submit" busy={busy}>
        {terminalText.next}
      </Button>
    </ActForm>
  )
}

const terminalTrouble = (failure: CallFailure): string =>
  isRefusal(failure, 'notFound') ? terminalText.unknown : failureText(failure)

interface TouchStepProps {
  shown: Shown
  onAdmitted: (label: string) => void
  onBack: () => void
}

/** Shows where, who and which rights, and has the employee's passkey sign exactly that. */
function TouchStep({ shown, onAdmitted, onBack }: TouchStepProps) {
  const { name, employeeId } = useSession()
  const [trouble, setTrouble] = useState<string>()
  const { code, challengeId, options, label, address, askedAt, roles } = shown
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const asked = await provePasskey(options, employeeId)
    if (!asked.ok) return setTrouble(TROUBLE_TEXTS[asked.trouble])
    const admitted = await call('letTerminalIn', { body: { code, challengeId, response: asked.answer } })
    if (admitted.ok) onAdmitted(admitted.value.label)
    else setTrouble(terminalTrouble(admitted.failure))
  })
  return (
    <ActForm onSubmit={start}>
      <h2>{label}</h2>
      <p>{terminalText.asks(address, dayAndTimeText(askedAt))}</p>
      <Trouble text={trouble} />
      <Banner tone="info">
        <p>{terminalText.gets(name)}</p>
        <ul>
          {roles.map((role) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      </Banner>
      <div className="acts">
        <Button type="submit" busy={busy}>
          {terminalText.letIn}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {terminalText.back}
        </Button>
      </div>
    </ActForm>
  )
}
