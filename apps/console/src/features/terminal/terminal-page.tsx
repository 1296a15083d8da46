import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { PageHeading } from '../../app/page-heading.tsx'
import { useSession } from '../../app/session.tsx'
import { call } from '../../calls/call.ts'
import { failureText, isRefusal } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
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

function CodeForm({ onAdmitted }: { onAdmitted: (label: string) => void }) {
  const { name } = useSession()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(code.trim() === '' ? terminalText.missingCode : undefined)
    if (code.trim() === '') return
    const admitted = await call('letTerminalIn', { body: { code: code.trim() } })
    if (admitted.ok) return onAdmitted(admitted.value.label)
    const unknown = isRefusal(admitted.failure, 'notFound')
    setTrouble(unknown ? terminalText.unknown : failureText(admitted.failure))
  })
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
      <Banner tone="info">
        <p>{terminalText.gets(name)}</p>
      </Banner>
      <Button type="submit" busy={busy}>
        {terminalText.letIn}
      </Button>
    </ActForm>
  )
}
