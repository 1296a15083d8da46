import { addDays, localDate } from '@dolphin/domain/calendar/local-date'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import type { StoredForm } from '../form-engine/form-store.ts'
import { servedForm } from '../form-engine/served-form.ts'

const DEFINITION: FormDefinition = {
  code: 'sample',
  version: 1,
  title: 'Sample',
  readUrl: '/dolphin-loan/online/form/sample',
  createUrl: '/dolphin-loan/online/form/sample',
  updateUrl: '/dolphin-loan/online/form/sample',
  elements: [
    {
      elementKey: 'firstName',
      elementLabel: 'First name',
      dataControl: 'text',
      foregroundProperty: { mandatory: true },
    },
    {
      elementKey: 'cellPhone',
      elementLabel: 'Cell phone',
      dataControl: 'phone',
      foregroundProperty: { mandatory: true },
    },
    {
      elementKey: 'homePhone',
      elementLabel: 'Home phone',
      dataControl: 'phone',
      associates: [{ kind: 'copy', when: { elementKey: 'samePhone', oneOf: ['true'] }, from: 'cellPhone' }],
    },
    { elementKey: 'samePhone', elementLabel: 'Same phone', dataControl: 'checkbox' },
    { elementKey: 'ssn', elementLabel: 'SSN', dataControl: 'ssn', foregroundProperty: { mandatory: true } },
    {
      elementKey: 'incomeType',
      elementLabel: 'Income',
      dataControl: 'radioGroup',
      dataDomainValues: 'incomeType',
    },
    {
      elementKey: 'employer',
      elementLabel: 'Employer',
      dataControl: 'text',
      associates: [
        { kind: 'show', when: { elementKey: 'incomeType', oneOf: ['7002'] } },
        { kind: 'require', when: { elementKey: 'incomeType', oneOf: ['7002'] } },
      ],
    },
  ],
}

/** A small form with a bit of everything: required, masks, a secret, a condition, a copy. */
export const SAMPLE_FORM = servedForm(DEFINITION, {
  incomeType: [
    { value: '7002', label: 'Employed' },
    { value: '7004', label: 'Pension' },
  ],
})

export const NOTHING_STORED: StoredForm = { externalKey: 'app-1', version: 3, values: {}, masked: {} }

export const SAMPLE_CONTEXT = {
  today: addDays(localDate(2026, 3, 1), 1),
  holidays: new Set<ReturnType<typeof localDate>>(),
}
