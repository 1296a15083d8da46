import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { type Begun, begin, type Halves } from './enroll.ts'
import { enrollmentText } from './messages.ts'

interface CodeStepProps {
  link: string
  trouble: string | undefined
  onTrouble: (text: string | undefined) => void
  onOpen: (opened: { readonly halves: Halves; readonly begun: Begun }) => void
}

/** The other half of the invitation, as a colleague told it. */
export function CodeStep({ link, trouble, onTrouble, onOpen }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { busy, start } = useAct(async () => {
    onTrouble(undefined)
    setError(code.trim() === '' ? enrollmentText.missingCode : undefined)
    if (code.trim() === '') return
    const halves = { link, code: code.trim() }
    const begun = await begin(halves)
    if (typeof begun === 'string') onTrouble(begun)
    else onOpen({ halves, begun })
  })
  return (
    <ActForm onSubmit={start}>
      <Trouble text={trouble} />
      <TextField
        label={enrollmentText.code}
        hint={enrollmentText.codeHint}
        width="medium"
        autoComplete="off"
        value={code}
        error={error}
        onChange={setCode}
      />
      <Button type="submit" busy={busy}>
        {enrollmentText.next}
      </Button>
    </ActForm>
  )
}
