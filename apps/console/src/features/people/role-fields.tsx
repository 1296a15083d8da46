import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { STAFF_ROLES } from '@dolphin/domain/staff/codes'
import { ROLE_NAMES } from '../../app/role-names.ts'
import { TextField } from '../../form/text-field.tsx'
import { peopleText } from './messages.ts'
import styles from './people.module.css'
import type { RoleErrors, TypedRole } from './typed-role.ts'

const OPTIONS = STAFF_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))

interface RoleFieldsProps {
  value: TypedRole
  errors: RoleErrors
  onChange: (value: TypedRole) => void
}

/** A role with where, up to which amount, and for which days it counts. */
export function RoleFields({ value, errors, onChange }: RoleFieldsProps) {
  const put = (field: keyof TypedRole) => (text: string) => onChange({ ...value, [field]: text.trim() })
  return (
    <>
      <Field label={peopleText.role} error={errors.role}>
        {(wiring) => (
          <Select
            {...wiring}
            options={OPTIONS}
            placeholder={peopleText.chooseRole}
            value={value.role}
            onChange={(event) => put('role')(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <TextField
          label={peopleText.portfolioField}
          hint={peopleText.portfolioHint}
          inputMode="numeric"
          autoComplete="off"
          value={value.portfolio}
          error={errors.portfolio}
          onChange={put('portfolio')}
        />
        <TextField
          label={peopleText.limitField}
          hint={peopleText.limitHint}
          inputMode="decimal"
          autoComplete="off"
          value={value.limit}
          error={errors.limit}
          onChange={put('limit')}
        />
        <TextField
          label={peopleText.fromField}
          type="date"
          value={value.from}
          error={errors.from}
          onChange={put('from')}
        />
        <TextField
          label={peopleText.untilField}
          hint={peopleText.untilHint}
          type="date"
          value={value.until}
          error={errors.until}
          onChange={put('until')}
        />
      </div>
    </>
  )
}
