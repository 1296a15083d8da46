import { LoadingOverlay } from '@dolphin/ui/loading-overlay/loading-overlay'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { showPopup, showSnackbar } from '../app/announcements.tsx'
import { appText } from '../app/messages.ts'
import { securityText } from '../features/identity/security-messages.ts'
import type { Screen } from './screen.ts'

const group = 'Frame'
const KINDS = ['successful', 'error', 'warning'] as const
const TONES = ['info', 'success', 'danger'] as const
const SPINNERS = [1, 2, 3, 4, 5, 6, 7] as const

/** What may come on any page: errors, waiting, offline, the end of a session, what is announced. */
export const frameScreens = (): readonly Screen[] => [
  { name: 'error-404', group, who: 'guest', path: '/404' },
  { name: 'error-403', group, path: '/403' },
  { name: 'error-500', group, path: '/500' },
  {
    name: 'reading-failed',
    group,
    path: '/home',
    cut: ['listDisbursementLoan'],
  },
  { name: 'loading', group, path: '/documents', unanswered: ['documentList', 'noticeList'] },
  { name: 'offline', group, who: 'guest', path: '/sign-in', offline: true },
  { name: 'session-warning', group, path: '/documents', sessionLeftMs: 100_000 },
  ...KINDS.map(
    (kind): Screen => ({
      name: `popup-${kind}`,
      group,
      path: '/documents',
      act: async (hand) => {
        await hand.see('main h1')
        void showPopup(kind, appText('networkFailure'))
        await hand.see('dialog[open]')
      },
    }),
  ),
  ...TONES.map(
    (tone): Screen => ({
      name: `snackbar-${tone}`,
      group,
      path: '/documents',
      act: async (hand) => {
        await hand.see('main h1')
        showSnackbar(securityText('contactDone'), tone)
        await hand.see('[role="status"] button')
      },
    }),
  ),
  ...SPINNERS.map(
    (spinner): Screen => ({
      name: `spinner-${spinner}`,
      group,
      path: '/documents',
      content: () => (
        <PageContent>
          <PageHeading>{appText('titleDocuments')}</PageHeading>
          <LoadingOverlay visible spinner={spinner} label={appText('loading')} delayMs={0} />
        </PageContent>
      ),
    }),
  ),
]
