import { valueFile } from '@dolphin/domain/form/form-value'
import { Field } from '@dolphin/ui/field/field'
import { FileInput } from '@dolphin/ui/file-input/file-input'
import type { ControlProps } from '../control-props.ts'
import { formText } from '../messages.ts'
import { labeling } from './choice-controls.tsx'

/** A file of the device, or a picture taken with it. */
export function FileControl(props: ControlProps) {
  const { element, view, onChange, onBlur } = props
  return (
    <Field {...labeling(props)}>
      {(wiring) => (
        <FileInput
          {...wiring}
          name={element.elementKey}
          accept={element.controlProperty?.accept}
          prompt={formText('chooseFile')}
          fileName={valueFile(view.value)?.name ?? ''}
          onChange={(file) => onChange(file)}
          onBlur={() => onBlur()}
        />
      )}
    </Field>
  )
}
