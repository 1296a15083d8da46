import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { HOLD_OBSTACLE_WORDS, setHoldObstacle } from '@dolphin/domain/retention/hold'
import { RETENTION, RETENTION_CLASSES, type RetentionClass } from '@dolphin/domain/retention/schedule'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { useState } from 'react'
import { type CallValue, call } from '../../calls/call.ts'
import { NoteAct } from '../../form/note-act.tsx'
import { isWholeNote } from '../../form/note-field.tsx'
import { nameOf } from '../work/fact-rows.ts'
import { holdText } from './messages.ts'

export type Hold = CallValue<'listLegalHold'>['holds'][number]

/** Classes of which something is erased: in the others a hold would keep nothing. */
const CLASSES = RETENTION_CLASSES.filter((one) => !['sweep', 'revoke'].includes(RETENTION[one].method))
const OPTIONS = CLASSES.map((value) => ({ value, label: nameOf(value) }))

interface DialogProps {
  onClose: () => void
  /** With the number under which it waits for a colleague. */
  onEntered: (approvalNo: string) => void
}

interface SetDialogProps extends DialogProps {
  holds: readonly Hold[]
  portfolios: readonly { readonly value: string; readonly label: string }[]
}

/** Sets a hold on a class of records of a portfolio, for a colleague to confirm. */
export function SetOnClassDialog({ holds, portfolios, onClose, onEntered }: SetDialogProps) {
  const [only, ...more] = portfolios
  const [portfolio, setPortfolio] = useState(more.length === 0 ? (only?.value ?? '') : '')
  const [chosen, setChosen] = useState<RetentionClass>()
  const [isSent, setIsSent] = useState(false)
  const subject = { portfolioId: Number(portfolio), scope: 'class' as const, subject: chosen ?? '' }
  const obstacle = setHoldObstacle(
    holds.filter(({ liftedAt }) => liftedAt === null),
    [subject],
  )
  const classError =
    obstacle === undefined
      ? isSent && chosen === undefined
        ? holdText.classMissing
        : undefined
      : HOLD_OBSTACLE_WORDS[obstacle]
  const [noteError, setNoteError] = useState<string>()
  return (
    <NoteAct
      title={holdText.setTitle}
      effect={holdText.setEffect}
      rule={ACT_RULES.setHold}
      act={holdText.setOnClass}
      note={{ ...holdText.note, error: noteError }}
      send={async (reason) => {
        setIsSent(true)
        setNoteError(isWholeNote(reason) ? undefined : holdText.noteMissing)
        if (portfolio === '' || chosen === undefined || obstacle !== undefined || !isWholeNote(reason)) return
        return await call('setLegalHold', { body: { ...subject, reason } })
      }}
      onClose={onClose}
      onDone={({ approval }) => onEntered(approval.approvalNo)}
    >
      {more.length > 0 && (
        <Field
          label={holdText.portfolio}
          error={isSent && portfolio === '' ? holdText.portfolioMissing : undefined}
        >
          {(wiring) => (
            <Select
              {...wiring}
              options={portfolios}
              placeholder={holdText.choose}
              value={portfolio}
              onChange={({ currentTarget: { value } }) => setPortfolio(value)}
            />
          )}
        </Field>
      )}
      <Field
        label={holdText.class}
        hint={chosen && holdText.classHint(RETENTION[chosen].trigger)}
        error={classError}
      >
        {(wiring) => (
          <Select
            {...wiring}
            options={OPTIONS}
            placeholder={holdText.choose}
            value={chosen ?? ''}
            onChange={({ currentTarget: { value } }) => setChosen(CLASSES.find((one) => one === value))}
          />
        )}
      </Field>
    </NoteAct>
  )
}

/** Lifts a hold, for a colleague to confirm. */
export function LiftDialog({ hold, onClose, onEntered }: DialogProps & { hold: Hold }) {
  const { holdNo, portfolioId } = hold
  const [noteError, setNoteError] = useState<string>()
  return (
    <NoteAct
      title={holdText.liftTitle(holdNo)}
      effect={holdText.liftEffect}
      rule={ACT_RULES.liftHold}
      act={holdText.lift}
      tone="danger"
      note={{ ...holdText.noteOfLift, error: noteError }}
      send={async (reason) => {
        setNoteError(isWholeNote(reason) ? undefined : holdText.noteMissing)
        return isWholeNote(reason)
          ? await call('liftLegalHold', { body: { portfolioId, holdNo, reason } })
          : undefined
      }}
      onClose={onClose}
      onDone={({ approval }) => onEntered(approval.approvalNo)}
    />
  )
}
