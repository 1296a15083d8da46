import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Button } from '@dolphin/ui/button/button'
import { StatePicture } from '@dolphin/ui/state-picture/state-picture'
import type { ReactNode } from 'react'
import { StepHeading } from '../../app/step-heading.tsx'
import { LINK_STATES, openWords, reviewWords } from './link-states.ts'
import { linkText } from './messages.ts'

interface LinkStateViewProps {
  status: IbvStatus
  busy: boolean
  onOpen: () => void
  onContinue: () => void
  onBack: () => void
  /** Leads to a statement, the way on where no bank may be linked any more. */
  onUpload: () => void
  /** False once no bank may be linked any more. */
  canOpen?: boolean
  /** Looks now, and goes on looking by itself. */
  onLook: () => void
  /** Looking by itself has stopped. */
  isTired: boolean
  /** A statement or a person in place of a bank; its own words while it waits and where it was refused. */
  way?: 'bank' | 'statement' | 'person' | undefined
  /** More of a state, such as what was found. */
  children?: ReactNode
  /** While that is still to come, so are the buttons below it: none is pushed away from under a finger. */
  isReading?: boolean
  /** The ways out besides the bank, below the buttons. */
  otherWays?: ReactNode
}

/** One state of the bank link: what it is, in a picture and a few words, and the ways out of it. */
export function LinkStateView(props: LinkStateViewProps) {
  const { status, busy, onOpen, onContinue, onBack, onLook, way = 'bank', canOpen = true } = props
  const { isTired, isReading = false } = props
  const state = LINK_STATES[status]
  const review = reviewWords(way, status)
  const open = openWords(way, status)
  const isDone = status === IbvStatus.successful
  const isStuck = !isDone && !state.live && !(open && canOpen)
  const slow = status === IbvStatus.inProgress && isTired ? 'progressLong' : state.words
  const { title, words } = review ?? { title: state.title, words: isStuck ? 'triesUsedUp' : slow }
  return (
    <>
      <StatePicture icon={state.icon} tone={state.tone} live={state.live} />
      <div role="status">
        <StepHeading key={status} lead={linkText(words)}>
          {linkText(title)}
        </StepHeading>
      </div>
      {props.children}
      {props.otherWays}
      {!isReading && (
        <ActionBar>
          <BackArrow label={linkText('back')} onClick={onBack} />
          {isDone && <Button onClick={onContinue}>{linkText('continue')}</Button>}
          {open && canOpen && (
            <Button busy={busy} onClick={onOpen}>
              {busy ? linkText('opening') : linkText(open)}
            </Button>
          )}
          {!open && state.live && <Button onClick={onLook}>{linkText('checkAgain')}</Button>}
          {isStuck && <Button onClick={props.onUpload}>{linkText('useStatement')}</Button>}
        </ActionBar>
      )}
    </>
  )
}
