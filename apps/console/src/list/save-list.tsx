import type { CallInput } from '../calls/call.ts'
import type { TableCall } from '../calls/save-file.ts'
import { SaveFile } from '../form/save-file.tsx'
import { listText } from './messages.ts'

interface SaveListProps<Name extends TableCall> {
  name: Name
  /** As the list is kept now. */
  query: CallInput<Name>['query']
}

/** Saves the list as it is kept now as a table; it is logged, and says so. */
export const SaveList = <Name extends TableCall>({ name, query }: SaveListProps<Name>) => (
  <SaveFile name={name} input={{ query } as CallInput<Name>} label={listText.save} hint={listText.saveHint} />
)
