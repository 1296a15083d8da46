import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { Field } from '@dolphin/ui/field/field'
import { FileInput } from '@dolphin/ui/file-input/file-input'
import { useAct } from '@dolphin/ui/act/use-act'
import { useState } from 'react'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { queryClient } from '../../calls/queries.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { Part } from '../../list/part.tsx'
import type { OfPortfolio } from './about.ts'
import { moneyText } from './messages.ts'

interface ImportReturnsProps extends OfPortfolio {
  onDone: (line: string) => void
}

/** Imports a return file that did not come by the bank's folder. */
export function ImportReturns({ portfolioId, onDone }: ImportReturnsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Part title={moneyText.import} lead={moneyText.importLead}>
      <div className="acts">
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {moneyText.importOpen}
        </Button>
      </div>
      {isOpen && (
        <ImportDialog
          portfolioId={portfolioId}
          onClose={() => setIsOpen(false)}
          onDone={(taken) => {
            setIsOpen(false)
            for (const name of ['listBankEntry', 'countWorkItem', 'returnRate'])
              void queryClient.invalidateQueries({ queryKey: [name] })
            onDone(doneLine(taken))
          }}
        />
      )}
    </Part>
  )
}

type Taken = CallValue<'importReturn'>

interface ImportDialogProps extends OfPortfolio {
  onClose: () => void
  onDone: (taken: Taken) => void
}

function ImportDialog({ portfolioId, onClose, onDone }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(file === null ? moneyText.importMissing : undefined)
    if (file === null) return
    const body = new FormData()
    body.set('portfolioId', String(portfolioId))
    body.set('file', file)
    const result = await call('importReturn', { body })
    if (result.ok) onDone(result.value)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={moneyText.importTitle(portfolioId)} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{moneyText.importEffect}</p>
        <Trouble text={trouble} />
        <Field label={moneyText.importFile} error={error}>
          {(wiring) => (
            <FileInput
              {...wiring}
              prompt={moneyText.importPrompt}
              fileName={file?.name ?? ''}
              onChange={setFile}
            />
          )}
        </Field>
        <DialogActs act={moneyText.importAct} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}

const doneLine = ({ returns, notificationsOfChange, alreadyKnown, unmatched }: Taken): string =>
  moneyText.importDone({
    returns,
    notices: notificationsOfChange,
    known: alreadyKnown,
    unmatched: unmatched.length,
  })
