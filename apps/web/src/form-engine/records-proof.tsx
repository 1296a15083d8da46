import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import type { CallFailure, CallResult } from '../api-client/call.ts'
import { showFailure } from '../app/show-failure.ts'
import { formText } from './messages.ts'

/** The field of the code, and the name under which the calls refuse it. */
export const PROOF_FIELD = 'proofCode'

interface RecordsProofProps {
  /** Opens the sample PDF in a tab of its own. */
  openFile: () => Promise<CallResult<null>>
  code: string
  error: string | undefined
  onChange: (code: string) => void
}

/**
 * A short PDF to open and its code to type: the proof that this device opens what we send. It goes with the consent to
 * electronic records. Source: 15 USC 7001(c)(1)(C)(ii).
 */
export function RecordsProof({ openFile, code, error, onChange }: RecordsProofProps) {
  const { busy, start } = useAct(async () => {
    const opened = await openFile()
    if (!opened.ok) await showFailure(opened.failure)
  })
  return (
    <>
      <p>{formText('proofOpen')}</p>
      <p>
        <Button variant="secondary" busy={busy} onClick={() => void start()}>
          {formText('proofOpenButton')}
        </Button>
      </p>
      <Field id={PROOF_FIELD} label={formText('proofCode')} hint={formText('proofCodeHint')} error={error}>
        {(wiring) => (
          <TextInput
            {...wiring}
            name={PROOF_FIELD}
            width="short"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
    </>
  )
}

/** The code as the calls take it: people type it as it is printed, in groups. */
export const typedProofCode = (code: string): string => code.replace(/\s/g, '')

/** What is still wrong with a code before it is sent. */
export const proofCodeError = (code: string): string | undefined =>
  typedProofCode(code) === '' ? formText('proofCodeMissing') : undefined

/** The server's words about a code that is not the one in the PDF; undefined for any other failure. */
export const proofRefusal = (failure: CallFailure): string | undefined =>
  failure.kind === 'refused'
    ? failure.data.errors?.find(({ elementKey }) => elementKey === PROOF_FIELD)?.message
    : undefined
