import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { PageContent } from '@dolphin/ui/page/page'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type CallResult, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { CallError } from '../../api-client/with-queries.tsx'
import { ReadingFailed } from '../../app/reading-failed.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { Waiting } from '../../app/waiting.tsx'
import type { SavedForm } from '../../form-engine/save-form.ts'
import { answerRows } from './answer-rows.ts'
import { applyAgainText } from './apply-again-messages.ts'
import styles from './application.module.css'
import { applicationText } from './messages.ts'
import { readForm, readStored } from './use-section-form.ts'

const CODES = ['personal', 'employment', 'bank', 'question'] as const
type Code = (typeof CODES)[number]

interface ApplyAgainProps {
  onCreated: (saved: SavedForm) => void
  /** The first section has changed: it is answered as a form. */
  onChange: () => void
  /** For who never applied before. */
  otherwise: ReactNode
}

/** What was said last time, section by section; ticked ones are taken over, the others are asked again. */
export function ApplyAgain({ onCreated, onChange, otherwise }: ApplyAgainProps) {
  const known = useQuery({ queryKey: ['saidBefore'], queryFn: readAll, staleTime: 0 })
  if (known.error instanceof CallError)
    return <ReadingFailed failure={known.error.failure} again={() => void known.refetch()} />
  if (!known.data) return <Waiting />
  if (!known.data.some(({ code, rows }) => code === 'employment' && rows.length > 0)) return otherwise
  return <Confirm known={known.data} onCreated={onCreated} onChange={onChange} />
}

type Known = Awaited<ReturnType<typeof readAll>>

/** Every section with its rows; a section without rows was never answered. */
async function readAll() {
  return Promise.all(
    CODES.map(async (code) => {
      const [form, stored] = await Promise.all([readForm(code), readStored(code, null, true)])
      return { code, rows: answerRows(form, stored) }
    }),
  )
}

function Confirm({ known, onCreated, onChange }: Omit<ApplyAgainProps, 'otherwise'> & { known: Known }) {
  const [right, setRight] = useState<readonly Code[]>([])
  const answered = known.filter(({ rows }) => rows.length > 0)
  const { busy, start } = useAct(async () => {
    if (!right.includes('personal')) return onChange()
    const result = await confirm(right)
    if (!result.ok) return showFailure(result.failure)
    onCreated(result.value)
  })
  return (
    <PageContent width="narrow">
      <Card>
        <StepHeading lead={applyAgainText('lead')}>{applyAgainText('title')}</StepHeading>
        {answered.map(({ code, rows }) => (
          <section key={code} className={styles.said} aria-labelledby={`again-${code}`}>
            <h2 id={`again-${code}`}>{applicationText(code)}</h2>
            <SummaryList rows={rows} />
            <Checkbox
              label={applyAgainText('stillRight', { what: applicationText(code) })}
              checked={right.includes(code)}
              onChange={(checked) =>
                setRight(checked ? [...right, code] : right.filter((other) => other !== code))
              }
            />
          </section>
        ))}
        <p>{applyAgainText('next')}</p>
        <ButtonRow>
          <Button busy={busy} onClick={() => void start()}>
            {applyAgainText(busy ? 'saving' : 'goOn')}
          </Button>
        </ButtonRow>
      </Card>
    </PageContent>
  )
}

/**
 * Makes the application with the answers of last time and takes over the other ticked sections, in their order. A
 * section that no longer passes its rules is left to be answered: the application opens at it.
 */
async function confirm(right: readonly Code[]): Promise<CallResult<SavedForm>> {
  const made = await call('createForm', {
    params: { code: 'personal' },
    body: { externalKey: null, changed: {}, version: 0 },
  })
  if (!made.ok) return made
  const { applicationNo } = made.value
  for (const code of CODES.slice(1)) {
    if (!right.includes(code)) break
    const body = { externalKey: applicationNo, changed: {}, version: 0 }
    const saved = await call('createForm', { params: { code }, body })
    if (!saved.ok) break
  }
  return made
}
