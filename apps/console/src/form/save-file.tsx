import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import type { CallInput } from '../calls/call.ts'
import { failureText } from '../calls/failure-text.ts'
import { type FileCall, saveFile } from '../calls/save-file.ts'

interface SaveFileProps<Name extends FileCall> {
  name: Name
  input: CallInput<Name>
  label: string
  /** What happens besides, such as a line in the audit. */
  hint: string
}

/** Lets the browser save a file that a call answers; what went wrong stands beside it. */
export function SaveFile<Name extends FileCall>({ name, input, label, hint }: SaveFileProps<Name>) {
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const failure = await saveFile(name, input)
    setTrouble(failure && failureText(failure))
  })
  return (
    <span>
      <Button variant="quiet" busy={busy} title={hint} onClick={() => void start()}>
        {label}
      </Button>
      {trouble !== undefined && (
        <span role="alert" className="small">
          {' '}
          {trouble}
        </span>
      )}
    </span>
  )
}
