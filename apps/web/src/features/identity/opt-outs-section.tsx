import type { StaffOptOut } from '@dolphin/domain/identity/codes'
import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { call } from '../../api-client/call.ts'
import { showPopup, showSnackbar } from '../../app/announcements.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { securityText } from './security-messages.ts'

const NAMES = {
  doNotCall: 'optOutDoNotCall',
  uncontactable: 'optOutUncontactable',
  operation: 'optOutOperation',
} as const satisfies Readonly<Record<StaffOptOut, string>>

interface OptOutsSectionProps {
  optOuts: readonly StaffOptOut[]
  onDone: () => void
}

/** What the customer told our staff not to want, each with the way to allow it again. */
export function OptOutsSection({ optOuts, onDone }: OptOutsSectionProps) {
  const { busy, start } = useAct(async (optOut: StaffOptOut) => {
    const result = await call('allowContact', { body: { optOut } })
    if (!result.ok) return showFailure(result.failure)
    showSnackbar(securityText('optOutDone'), 'success')
    onDone()
    if (optOut === 'doNotCall' && result.value.textsStopped)
      await showPopup('warning', securityText('optOutReplyStart'))
  })
  const rows = optOuts.map((optOut) => ({
    label: securityText(NAMES[optOut]),
    value: securityText('optOutByStaff'),
    action: (
      <Button
        variant="quiet"
        busy={busy}
        aria-label={securityText('optOutAllowOne', { what: securityText(NAMES[optOut]) })}
        onClick={() => void start(optOut)}
      >
        {securityText('optOutAllow')}
      </Button>
    ),
  }))
  return (
    <section aria-labelledby="opt-outs">
      <h2 id="opt-outs">{securityText('optOutsTitle')}</h2>
      <p>{securityText('optOutsLead')}</p>
      <SummaryList rows={rows} />
    </section>
  )
}
