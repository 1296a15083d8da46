declare module 'virtual:bench-form' {
  import type { FormDefinition } from '@dolphin/domain/form/form-definition'
  import type { DomainValues } from '../../../../../apps/web/src/form-engine/served-form.ts'

  const form: { definition: FormDefinition; options: DomainValues; holidays: readonly string[] }
  export default form
}
