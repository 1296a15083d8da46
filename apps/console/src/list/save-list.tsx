import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import type { CallInput } from '../calls/call.ts'
import { failureText } from '../calls/failure-text.ts'
import { saveTable, type TableCall } from '../calls/save-file.ts'
import { listText } from './messages.ts'

interface SaveListProps<Name extends TableCall> {
  name: Name
  /** As the list is kept now. */
  query: CallInput<Name>['query']
}

/** Saves the list as it is kept now as a table; it is logged, and says so. */
export function SaveList<Name extends TableCall>({ name, query }: SaveListProps<Name>) {
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const failure = await saveTable(name, query)
    setTrouble(failure && failureText(failure))
  })
  return (
    <span>
      <Button variant="quiet" busy={busy} title={listText.saveHint} onClick={() => void start()}>
        {listText.save}
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
