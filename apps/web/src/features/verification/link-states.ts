import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { IconName } from '@dolphin/ui/icon/icon'
import type { linkText } from './messages.ts'

type TextId = Parameters<typeof linkText>[0]

/** How one state of a bank link looks, and its ways out. */
export interface LinkState {
  readonly icon: IconName
  readonly tone: 'info' | 'success' | 'warning' | 'danger'
  readonly title: TextId &
    (
      | 'notStartedTitle'
      | 'startedTitle'
      | 'loginTitle'
      | 'progressTitle'
      | 'doneTitle'
      | 'accountTitle'
      | 'institutionTitle'
      | 'otherTitle'
    )
  readonly words: TextId &
    ('why' | 'started' | 'login' | 'progress' | 'done' | 'account' | 'institution' | 'other')
  /** The words on the button that goes on at the bank; none where there is nothing to go on with. */
  readonly open: (TextId & ('start' | 'goOn' | 'columnsGoOn')) | undefined
  /** Whether a statement may be sent instead. */
  readonly upload: boolean
  /** Whether something more is expected to happen by itself. */
  readonly live: boolean
}

interface ReviewWords {
  readonly title: TextId &
    ('acceptedTitle' | 'columnsTitle' | 'refusedTitle' | 'personRefusedTitle' | 'personTitle' | 'reviewTitle')
  readonly words: TextId & ('columns' | 'done' | 'refused' | 'personRefused' | 'person' | 'review')
}

/** Where a person refused, the bank is the way on; a statement opens its columns. */
export function openWords(way: 'bank' | 'statement' | 'person', status: IbvStatus): LinkState['open'] {
  if (way === 'statement' && status === IbvStatus.startedNotCompleted) return 'columnsGoOn'
  return way !== 'bank' && status === IbvStatus.accountError ? 'start' : LINK_STATES[status].open
}

/** A person's review has three states of its own, whether of a statement or of an application with none. */
const REVIEWS = {
  statement: {
    waiting: { title: 'reviewTitle', words: 'review' },
    refused: { title: 'refusedTitle', words: 'refused' },
    accepted: { title: 'acceptedTitle', words: 'done' },
  },
  person: {
    waiting: { title: 'personTitle', words: 'person' },
    refused: { title: 'personRefusedTitle', words: 'personRefused' },
    accepted: { title: 'acceptedTitle', words: 'done' },
  },
} as const satisfies Record<string, Record<'waiting' | 'refused' | 'accepted', ReviewWords>>

/** A statement whose columns only its sender knows. */
const COLUMNS_ASKED = { title: 'columnsTitle', words: 'columns' } as const satisfies ReviewWords

/** What a person's review says; undefined for a bank, and before anything was asked. */
export function reviewWords(
  way: 'bank' | 'statement' | 'person',
  status: IbvStatus,
): ReviewWords | undefined {
  if (way === 'bank') return undefined
  const { waiting, refused, accepted } = REVIEWS[way]
  if (status === IbvStatus.accountError) return refused
  if (way === 'statement' && status === IbvStatus.startedNotCompleted) return COLUMNS_ASKED
  if (status === IbvStatus.successful) return accepted
  return status === IbvStatus.inProgress ? waiting : undefined
}

/** One row per status of product.md §4, so that none is without a face and an exit. */
export const LINK_STATES = {
  [IbvStatus.notStarted]: {
    icon: 'bank',
    tone: 'info',
    title: 'notStartedTitle',
    words: 'why',
    open: undefined,
    upload: true,
    live: false,
  },
  [IbvStatus.startedNotCompleted]: {
    icon: 'clock',
    tone: 'info',
    title: 'startedTitle',
    words: 'started',
    open: 'goOn',
    upload: true,
    live: true,
  },
  [IbvStatus.loginVerified]: {
    icon: 'lock',
    tone: 'info',
    title: 'loginTitle',
    words: 'login',
    open: 'goOn',
    upload: true,
    live: true,
  },
  [IbvStatus.inProgress]: {
    icon: 'clock',
    tone: 'info',
    title: 'progressTitle',
    words: 'progress',
    open: undefined,
    upload: true,
    live: true,
  },
  [IbvStatus.successful]: {
    icon: 'check',
    tone: 'success',
    title: 'doneTitle',
    words: 'done',
    open: undefined,
    upload: false,
    live: false,
  },
  [IbvStatus.accountError]: {
    icon: 'warning',
    tone: 'warning',
    title: 'accountTitle',
    words: 'account',
    open: undefined,
    upload: true,
    live: false,
  },
  [IbvStatus.financialInstitutionError]: {
    icon: 'bank',
    tone: 'warning',
    title: 'institutionTitle',
    words: 'institution',
    open: undefined,
    upload: true,
    live: false,
  },
  [IbvStatus.otherError]: {
    icon: 'error',
    tone: 'danger',
    title: 'otherTitle',
    words: 'other',
    open: undefined,
    upload: true,
    live: false,
  },
} as const satisfies Record<IbvStatus, LinkState>
