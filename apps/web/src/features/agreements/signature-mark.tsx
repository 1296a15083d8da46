import { Field, FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { DrawingPad } from './drawing-pad.tsx'
import type { DrawnMark, MarkChoice } from './mark.ts'
import { markText } from './mark-messages.ts'
import styles from './signature-mark.module.css'

export const MARK_FIELD = 'signatureMark'

interface SignatureMarkProps {
  draft: MarkChoice
  signerName: string
  error: string | undefined
  onChange: (part: Partial<MarkChoice>) => void
  onDrawn: (mark: DrawnMark | undefined) => void
}

/** The mark: typed, which any keyboard can do, or drawn (WCAG 2.5.7). */
export function SignatureMark({ draft, signerName, error, onChange, onDrawn }: SignatureMarkProps) {
  return (
    <>
      <FieldGroup label={markText('way')}>
        <RadioGroup
          name="way"
          layout="pair"
          value={draft.way}
          onChange={(way) => onChange({ way: way === 'drawn' ? 'drawn' : 'typed' })}
          options={[
            { value: 'typed', label: markText('wayTyped') },
            { value: 'drawn', label: markText('wayDrawn') },
          ]}
        />
      </FieldGroup>
      {draft.way === 'typed' ? (
        <TypedName
          name={draft.typedName}
          signerName={signerName}
          error={error}
          onChange={(typedName) => onChange({ typedName })}
        />
      ) : (
        <DrawnName error={error} onDrawn={onDrawn} />
      )}
    </>
  )
}

interface TypedNameProps {
  name: string
  signerName: string
  error: string | undefined
  onChange: (name: string) => void
}

function TypedName({ name, signerName, error, onChange }: TypedNameProps) {
  return (
    <>
      <Field
        id={MARK_FIELD}
        label={markText('typedName')}
        hint={markText('typedNameHint', { name: signerName })}
        error={error}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            name="name"
            autoComplete="name"
            value={name}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className={styles.preview}>
        <p className={styles.previewLabel}>{markText('preview')}</p>
        <p className={styles.previewName}>{name}</p>
      </div>
    </>
  )
}

function DrawnName({ error, onDrawn }: Pick<SignatureMarkProps, 'error' | 'onDrawn'>) {
  const labelId = `${MARK_FIELD}-label`
  return (
    <FieldGroup
      id={MARK_FIELD}
      label={markText('drawn')}
      hint={<span id={labelId}>{markText('drawnHint')}</span>}
      error={error}
    >
      <DrawingPad labeledBy={labelId} invalid={error !== undefined} onChange={onDrawn} />
    </FieldGroup>
  )
}
